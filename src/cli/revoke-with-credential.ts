import type { AdminResponse } from '../admin/contract/index.ts';
import { SIGNED_DOCUMENTS } from '../admin/contract/words.ts';
import { ApiError, AwaitsApproval } from '../client/errors.ts';
import type { ActionOptions } from './admin/action-command.ts';
import { callAdmin } from './admin/client.ts';
import { agreed, type Terminal } from './admin/confirm.ts';
import type { Connection } from './admin/connection.ts';
import { EXIT, endWith } from './exit.ts';

/** The result for a live credential that was provisioned after the proofing. */
interface Following {
  readonly id: string;
  readonly state: string;
  /** The approval that the revocation waits for, if it needs a second person. */
  readonly approvalId?: string;
  /** Why the credential was not revoked. */
  readonly refusal?: string;
}

/** A dry run looks for no credentials. */
type RevokedProofing = AdminResponse<'revokeProofing'> & {
  readonly credentials?: readonly Following[];
};

const LIVE = ['provisionPending', 'active'] as const;

/** A device has at most one live credential and any number of ended ones, which would not fit on one page. */
async function liveOf(connection: Connection, { id, deviceReferenceId }: AdminResponse<'revokeProofing'>) {
  const live = [];
  for (const state of LIVE)
    live.push(...(await callAdmin(connection, 'listCredentials', { deviceReferenceId, state })).credentials);
  return live.filter((one) => one.proofingId === id);
}

async function revoke(connection: Connection, id: string, note: string | undefined): Promise<Following> {
  try {
    const { state } = await callAdmin(connection, 'revokeCredential', { id, ...(note && { note }) });
    return { id, state };
  } catch (error) {
    // The proofing is already revoked, and the report must say so.
    const isRefused = error instanceof ApiError;
    if (!isRefused && !(error instanceof AwaitsApproval)) throw error;
    endWith(isRefused ? EXIT.failed : EXIT.awaited);
    const { state } = await callAdmin(connection, 'getCredential', { id });
    return { id, state, ...(isRefused ? { refusal: error.message } : { approvalId: error.approval.id }) };
  }
}

/**
 * Revoking a proofing does not revoke its credential. Offers to revoke the credential too, by its own method.
 */
export async function revokeWithCredential(
  connection: Connection,
  proofing: AdminResponse<'revokeProofing'>,
  { withCredential, yes, note }: ActionOptions,
  terminal?: Terminal,
): Promise<RevokedProofing> {
  const credentials: Following[] = [];
  for (const { id, state } of await liveOf(connection, proofing)) {
    const question = `Credential ${id} was provisioned with proofing ${proofing.id}, is ${state} and still gets ${SIGNED_DOCUMENTS.first}. Revoke it too?`;
    const isWanted = withCredential ?? (await agreed(question, { yes: yes === true }, terminal));
    credentials.push(isWanted ? await revoke(connection, id, note) : { id, state });
  }
  return { ...proofing, credentials };
}

function fate({ id, state, approvalId, refusal }: Following): string {
  if (refusal !== undefined) return `; credential ${id} stays ${state}: ${refusal}`;
  if (approvalId !== undefined)
    return `; credential ${id} waits for a second person: diptych approvals approve ${approvalId}`;
  if (state === 'revoked') return `; credential ${id} is revoked`;
  return `; credential ${id} stays ${state}: diptych credentials revoke ${id}`;
}

export const revokedText = ({ state, credentials = [] }: RevokedProofing, id: string) =>
  `${id} is ${state}${credentials.map(fate).join('')}`;

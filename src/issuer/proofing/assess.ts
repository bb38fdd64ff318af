import type { Rejected, Rejection } from '../contract/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { Holder } from '../ports/entities.ts';
import type { IssuerReader } from '../ports/store.ts';
import { codeHash } from './code.ts';

/** What the evidence shows: whose record it is, or why not. */
export interface Assessment {
  readonly holder?: Holder;
  readonly rejected?: Rejected;
  /** The code belongs to a record: it is used up whatever the decision. */
  readonly usesCode: boolean;
}

function refused(rejection: Rejection, usesCode = false): Assessment {
  return { rejected: { primaryRejection: rejection }, usesCode };
}

const evidenceType = 'preAuthorizationCode';

/** A bad code is a rejected proofing, not an error: the caller did nothing wrong, the user did. */
export async function assessEvidence(
  reader: IssuerReader,
  code: string | undefined,
  context: { readonly now: number; readonly reverifiedHolderId?: string },
): Promise<Assessment> {
  if (code === undefined) return refused({ evidenceIncomplete: { evidenceType } });
  const known = await reader.code(codeHash(code));
  const usable = known && known.usedBy === undefined && known.expiresAt > context.now;
  if (!usable) return refused({ evidenceMismatch: { evidenceType } });
  const holder = await reader.holder(known.holderId);
  if (!holder) return refused({ recordNotFound: {} }, true);
  if (holder.state === 'revoked') return refused({ recordInvalid: { invalidityReason: 'revoked' } }, true);
  const { reverifiedHolderId } = context;
  if (reverifiedHolderId !== undefined && reverifiedHolderId !== holder.holderId) {
    return refused({ evidenceMismatch: { evidenceType } }, true);
  }
  return { holder, usesCode: true };
}

/** The state that a proofing starts its life in, by the evidence and the issuer's policy. */
export function initialState({ holder }: Assessment, { decisions }: Pick<IssuerPolicy, 'decisions'>) {
  if (!holder) return 'rejected';
  return decisions === 'automatic' ? 'accepted' : 'pending';
}

import type { Rejected, Rejection } from '../contract/index.ts';
import { documentOf } from '../mso/document.ts';
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

/** Why no document can be given from the record; undefined when one can. */
export function recordProblem(
  holder: Holder,
  now: number,
  documentTypes: IssuerPolicy['documentTypes'],
): 'revoked' | 'expired' | undefined {
  if (holder.state === 'revoked') return 'revoked';
  const { expiresAt } = documentOf(holder, documentTypes);
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : undefined;
}

/** A bad code is a rejected proofing, not an error: the caller did nothing wrong, the user did. */
export async function assessEvidence(
  reader: IssuerReader,
  code: string | undefined,
  context: { readonly now: number; readonly reverifiedHolderId?: string },
  { documentTypes }: Pick<IssuerPolicy, 'documentTypes'>,
): Promise<Assessment> {
  if (code === undefined) return refused({ evidenceIncomplete: { evidenceType } });
  const known = await reader.code(codeHash(code));
  const usable = known && known.usedBy === undefined && known.expiresAt > context.now;
  if (!usable) return refused({ evidenceMismatch: { evidenceType } });
  const holder = await reader.holder(known.holderId);
  if (!holder) return refused({ recordNotFound: {} }, true);
  const invalidityReason = recordProblem(holder, context.now, documentTypes);
  if (invalidityReason) return refused({ recordInvalid: { invalidityReason } }, true);
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

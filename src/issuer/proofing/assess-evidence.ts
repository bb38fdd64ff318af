import type { HolderSummary, PreAuthorizationCode, RejectionCause } from '../model/index.ts';
import { startOfDay } from '../mso/validity.ts';
import { documentPolicy, type IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { documentOf } from '../record/document.ts';
import { maxWhenAccepted } from './device-limit.ts';
import { attemptsUsedUp, type CodeState, codeState } from './pre-authorization-codes.ts';

/** What the evidence leads to: the holder, or the cause of the rejection. */
export interface Assessment {
  readonly holder?: HolderSummary;
  readonly cause?: RejectionCause;
  /** The code that the proofing uses up, whatever the decision. */
  readonly code?: PreAuthorizationCode;
  /** The limit on devices, if it is the cause. */
  readonly maxDevices?: number;
}

interface AssessmentContext {
  readonly now: number;
  readonly deviceReferenceId: string;
  readonly reverifiedHolderId?: string;
  /** The second secret of the code was checked, if it has one. */
  readonly provisionsNow?: true;
}

const CAUSE_OF: Record<Exclude<CodeState, 'open'>, RejectionCause> = {
  used: 'codeUsed',
  revoked: 'codeRevoked',
  expired: 'codeExpired',
};

/** Why no document can be made from the record; undefined if one can. */
export async function recordProblem(
  reader: IssuerReader,
  holder: HolderSummary,
  now: number,
  documentTypes: IssuerPolicy['documentTypes'],
): Promise<'revoked' | 'expired' | undefined> {
  if (holder.state === 'revoked') return 'revoked';
  const { expiresAt } = await documentOf(reader, holder, documentTypes);
  // An MSO could end at the start of that day at the latest.
  return expiresAt !== undefined && startOfDay(expiresAt) <= now ? 'expired' : undefined;
}

async function assessHolder(
  writer: IssuerWriter,
  holder: HolderSummary | undefined,
  { now, deviceReferenceId, reverifiedHolderId }: AssessmentContext,
  policy: IssuerPolicy,
): Promise<Assessment> {
  if (!holder) return { cause: 'recordMissing' };
  const problem = await recordProblem(writer, holder, now, policy.documentTypes);
  if (problem) return { cause: problem === 'revoked' ? 'recordRevoked' : 'recordExpired' };
  if (reverifiedHolderId !== undefined) {
    return reverifiedHolderId === holder.holderId ? { holder } : { cause: 'codeOfOtherHolder' };
  }
  const maxDevices = await maxWhenAccepted(writer, { holder, deviceReferenceId, now }, policy);
  return maxDevices === undefined ? { holder } : { cause: 'devicesUsedUp', maxDevices };
}

/**
 * A bad code leads to a rejected proofing and not to an error, because it is the user's mistake and not the
 * caller's. `digest` is the digest of the code. Unknown, used, revoked and expired codes all take one lookup.
 */
export async function assessEvidence(
  writer: IssuerWriter,
  digest: Uint8Array | undefined,
  context: AssessmentContext,
  policy: IssuerPolicy,
): Promise<Assessment> {
  const { now, deviceReferenceId } = context;
  if (digest === undefined) return { cause: 'evidenceMissing' };
  if (await attemptsUsedUp(writer, deviceReferenceId, policy, now)) return { cause: 'attemptsUsedUp' };
  const code = await writer.code(digest);
  const state = code && codeState(code, now);
  if (!code || !state) return { cause: 'codeUnknown' };
  if (state !== 'open') return { cause: CAUSE_OF[state] };
  // The wallet platform has no place for a second secret.
  if (code.txCodeHash !== undefined && !context.provisionsNow) return { cause: 'codeUnknown' };
  const holder = await writer.holderSummary(code.holderId);
  return { code, ...(await assessHolder(writer, holder, context, policy)) };
}

/** The initial state of a proofing, from the evidence and the issuer's policy. */
export function initialState({ holder }: Assessment, policy: Pick<IssuerPolicy, 'documents'>) {
  if (!holder) return 'rejected';
  return documentPolicy(policy, holder.documentType).decisions === 'automatic' ? 'accepted' : 'pending';
}

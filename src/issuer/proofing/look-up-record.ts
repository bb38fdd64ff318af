import type { IssuerDeps } from '../deps.ts';
import { RecordsUnavailable } from '../errors.ts';
import type { Actor, RejectionCause } from '../model/index.ts';
import type { CodeClaim, RecordLookup } from '../ports/proofing.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { applyRecord } from '../record/change-record.ts';
import type { OpenedEvidence } from './evidence.ts';
import { type AttemptLimits, attemptsUsedUp, codeState, newCodeId } from './pre-authorization-codes.ts';

interface Asked extends CodeClaim {
  /** The device or address for which wrong codes are counted. */
  readonly countedBy: string;
}

/**
 * Looks up a code in the issuer's own system of record, if one is configured. Looks nothing up, and returns undefined, if a
 * proofing with the id of the claim exists, or if the device or address has sent too many wrong codes. @throws
 * RecordsUnavailable if the system does not answer; a retry repeats the lookup with the same claim
 */
export async function lookUpCode(
  {
    store,
    records,
    policy,
    clock,
  }: Pick<IssuerDeps, 'store' | 'records' | 'clock'> & { readonly policy: AttemptLimits },
  { code }: OpenedEvidence,
  { countedBy, ...claim }: Asked,
): Promise<RecordLookup | undefined> {
  if (!records || code === undefined) return undefined;
  const isSettled = await store.read(
    async (reader) =>
      (await reader.proofing(claim.claimId)) !== undefined ||
      (await attemptsUsedUp(reader, countedBy, policy, clock())),
  );
  if (isSettled) return undefined;
  const lookup = await records.byCode(code, claim);
  if (lookup.outcome === 'unavailable') throw new RecordsUnavailable();
  return lookup;
}

/**
 * Stores the result of the lookup: the holder's record, and the digest of the code, so that the code is used
 * up here too. Returns the reason if there is nothing to issue.
 */
export async function receiveRecord(
  writer: IssuerWriter,
  lookup: RecordLookup,
  { codeHash }: OpenedEvidence,
  { actor, at }: { readonly actor: Actor; readonly at: number },
  { policy, random }: Pick<IssuerDeps, 'policy' | 'random'>,
): Promise<RejectionCause | undefined> {
  if (lookup.outcome === 'refused') return lookup.cause;
  if (lookup.outcome === 'unavailable' || !codeHash) return undefined;
  const { record } = lookup;
  const code = await writer.code(codeHash);
  if (code && codeState(code, at) !== 'open') return undefined;
  if (code && code.holderId !== record.holderId) return 'codeOfOtherHolder';
  if (!(await applyRecord(writer, record, { actor, at }))) return 'recordUnusable';
  if (code) return undefined;
  const codeId = newCodeId(random, at);
  const { holderId } = record;
  await writer.insertCode({ codeId, codeHash, holderId, createdAt: at, expiresAt: at + policy.codeTtl });
  await writer.record({ subject: 'code', subjectId: codeId, event: 'create', to: 'open', actor, at });
  return undefined;
}

import { isoTime } from '../../conventions/json-schema.ts';
import { MINUTE } from '../../conventions/time.ts';
import type { Proofing } from '../../issuer/model/index.ts';
import type { ProofingClaim } from '../../issuer/ports/claims.ts';
import type { OperatorReader, OperatorStore, OperatorWriter } from '../../issuer/ports/operators.ts';
import { type UserNames, withName } from '../access/user-names.ts';
import type { ProofingView } from '../contract/proofings/methods.ts';
import type { Caller } from '../operation/caller.ts';
import { proofingView } from './proofing.ts';

/** How long a claim lasts. The page renews it while it is open. */
const CLAIM_HOLDS = 5 * MINUTE;

export async function claimOf(
  reader: OperatorReader,
  proofingId: string,
  now: number,
): Promise<ProofingClaim | undefined> {
  return (await reader.claims([proofingId], now))[0];
}

/** Claims the proofing or renews the claim. Taking over another operator's claim is recorded. */
export async function saveClaim(
  writer: OperatorWriter,
  proofingId: string,
  before: ProofingClaim | undefined,
  { actor, at }: { readonly actor: Caller; readonly at: number },
): Promise<ProofingClaim> {
  const { operatorId } = actor;
  const isOwn = before?.operatorId === operatorId;
  const claim = {
    proofingId,
    operatorId,
    claimedAt: isOwn ? before.claimedAt : at,
    expiresAt: at + CLAIM_HOLDS,
  };
  await writer.purgeClaims(at);
  await writer.saveClaim(claim);
  if (isOwn) return claim;
  const about = { subject: 'proofing', subjectId: proofingId, actor, at } as const;
  if (!before) await writer.record({ ...about, event: 'claim' });
  else {
    const details = { before: { operatorId: before.operatorId }, after: { operatorId } };
    await writer.record({ ...about, event: 'takeOver', details });
  }
  return claim;
}

interface Shown {
  readonly store: Pick<OperatorStore, 'read'>;
  readonly names: UserNames;
}

/** Views of proofings, each with its claim. */
export async function claimedViews(
  { store, names }: Shown,
  proofings: readonly Proofing[],
  now: number,
  caller: Caller,
): Promise<ProofingView[]> {
  const ids = proofings.map(({ proofingId }) => proofingId);
  const claims = await store.read((reader) => reader.claims(ids, now));
  const emails = await names(
    caller,
    claims.map(({ operatorId }) => operatorId),
  );
  const byId = new Map(claims.map((claim) => [claim.proofingId, claim]));
  return proofings.map((proofing) => {
    const view = proofingView(proofing);
    const claim = byId.get(proofing.proofingId);
    if (!claim) return view;
    const { operatorId, expiresAt } = claim;
    const shown = { operatorId, ...withName(emails, 'name', operatorId), expireTime: isoTime(expiresAt) };
    return { ...view, claim: shown };
  });
}

export async function claimedView(
  deps: Shown,
  proofing: Proofing,
  now: number,
  caller: Caller,
): Promise<ProofingView> {
  const [view = proofingView(proofing)] = await claimedViews(deps, [proofing], now, caller);
  return view;
}

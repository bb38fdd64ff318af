import type { Proofing } from '../../issuer/model/index.ts';
import { eventViews } from '../audit-log/list-events.ts';
import type { DecidedProofing } from '../contract/proofings/methods.ts';
import type { Caller } from '../operation/caller.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { claimedView } from './claim.ts';

/** The proofing with its claim and its decision, which is the last change of state in the audit log. */
export async function decidedView(
  deps: Pick<IssuerAdminDeps, 'store' | 'names'>,
  proofing: Proofing,
  now: number,
  caller: Caller,
): Promise<DecidedProofing> {
  const view = await claimedView(deps, proofing, now, caller);
  const last = await deps.store.read((reader) => reader.lastChange('proofing', proofing.proofingId, now));
  // Of a deadline that has passed, the audit log may not have its entry yet.
  const isBegun = last?.event === 'create' && last.to === 'pending';
  if (!last || isBegun || last.to !== proofing.state) return view;
  const [decision] = await eventViews([last], deps, caller);
  return { ...view, ...(decision && { decision }) };
}

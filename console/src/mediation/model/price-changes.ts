import { type GroupChange, groupChanges, placeOf } from '../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';

/** Lint's cpm-step calls the same factor a gap. */
const MOST_TIMES = 3;

/** A new price as a multiple of the one before; undefined if the change is of something else. */
export function priceRatio(change: GroupChange): number | undefined {
  if (change.kind !== 'changed' || placeOf(change.path)?.member !== 'cpmMicros') return undefined;
  const [before, after] = [Number(change.before ?? 0), Number(change.after ?? 0)];
  return before > 0 && after > 0 ? after / before : undefined;
}

/** The prices that are changed so much that they may be typed wrongly. */
export const suspiciousPrices = (before: MediationGroup, after: MediationGroup) =>
  groupChanges(before, after).flatMap((change) => {
    const ratio = priceRatio(change) ?? 1;
    return change.kind === 'changed' && (ratio > MOST_TIMES || ratio < 1 / MOST_TIMES)
      ? [{ ...change, ratio }]
      : [];
  });

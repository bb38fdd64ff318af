import type { SnapshotGroup } from './snapshot.ts';

function regionRank({ regions, excludedRegions }: SnapshotGroup): number {
  if (regions.length > 0) return 0;
  return excludedRegions.length > 0 ? 1 : 2;
}

/**
 * Criteria that decide between two matching groups. The first criterion with different values decides; the
 * smaller value wins.
 */
const CRITERIA = [
  ['PRIORITY', ({ priority = Number.POSITIVE_INFINITY }: SnapshotGroup) => priority],
  ['REGIONS', regionRank],
  ['IDFA', ({ idfa = 'ALL' }: SnapshotGroup) => (idfa === 'ALL' ? 1 : 0)],
] as const;

/** AGE: nothing else differs, so the older group wins, which is first in the snapshot. */
export type Criterion = (typeof CRITERIA)[number][0] | 'AGE';

export interface Comparison {
  /** Negative if the first group wins; zero if the older one wins. */
  readonly order: number;
  readonly by: Criterion;
}

export function compareGroups(one: SnapshotGroup, other: SnapshotGroup): Comparison {
  for (const [by, rankOf] of CRITERIA) {
    const [a, b] = [rankOf(one), rankOf(other)];
    if (a !== b) return { order: a < b ? -1 : 1, by };
  }
  return { order: 0, by: 'AGE' };
}

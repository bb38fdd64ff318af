import { compareGroups } from '../../resolve/order.ts';
import type { SnapshotGroup } from '../../resolve/snapshot.ts';
import type { LintAdUnit, LintGroup } from './model.ts';
import { type Requests, requestSpace } from './request-sets.ts';

/** A group that competes for the requests of an ad unit. */
export interface Competitor {
  readonly group: LintGroup;
  /** Its place among the enabled groups. */
  readonly index: number;
  /** The group as `resolve` sees it. */
  readonly seen: SnapshotGroup;
  readonly requests: Requests;
}

/** Ad units with the same enabled groups. */
export interface Competition {
  readonly adUnitIds: readonly string[];
  /** In the order of resolve, best first; the order of groups of unknown age is that of the model. */
  readonly competitors: readonly Competitor[];
  /** A request for a country that no group names. */
  readonly elsewhere: Requests;
  readonly hasRegions: boolean;
}

const seenBy = ({ groupId, targeting, priority }: LintGroup): SnapshotGroup => ({
  id: groupId,
  ...(priority !== undefined && { priority }),
  platform: targeting.platform,
  format: targeting.format,
  regions: targeting.targetedRegionCodes,
  excludedRegions: targeting.excludedRegionCodes,
  ...(targeting.idfaTargeting && { idfa: targeting.idfaTargeting }),
  lines: { A: [] },
});

/** Negative if the first group is known to be older, positive if the second is; 0 if unknown. */
export function compareAges(one: LintGroup, other: LintGroup): number {
  if (one.createdAt === undefined || other.createdAt === undefined) return 0;
  return one.createdAt - other.createdAt || (one.groupId < other.groupId ? -1 : 1);
}

const compare = (one: Competitor, other: Competitor) =>
  compareGroups(one.seen, other.seen).order || compareAges(one.group, other.group);

/** The indexes of the groups of each ad unit. An app gets only the groups for its platform. */
function* membersOf(
  competitors: readonly Competitor[],
  adUnit: (adUnitId: string) => LintAdUnit | undefined,
  hasInventory: boolean,
) {
  const members = new Map<string, Map<string, number[]>>();
  for (const { group, index } of competitors) {
    const { adUnitIds, platform } = group.targeting;
    for (const adUnitId of adUnitIds) {
      const unit = adUnit(adUnitId);
      if (hasInventory && unit?.platform !== platform) continue;
      const byPlatform = members.get(adUnitId) ?? new Map<string, number[]>();
      members.set(adUnitId, byPlatform);
      const indexes = byPlatform.get(platform) ?? [];
      byPlatform.set(platform, indexes);
      indexes.push(index);
    }
    yield;
  }
  return members;
}

/** Yields where the caller may pause. */
export function* competitionsOf(
  groups: readonly LintGroup[],
  adUnit: (adUnitId: string) => LintAdUnit | undefined,
  hasInventory: boolean,
): Generator<undefined, readonly Competition[]> {
  const space = yield* requestSpace(groups.map(({ targeting }) => targeting));
  const all: Competitor[] = [];
  for (const [index, group] of groups.entries()) {
    const seen = seenBy(group);
    all.push({ group, index, seen, requests: space.requestsOf(seen) });
    yield;
  }
  const members = yield* membersOf(all, adUnit, hasInventory);
  const units = new Map<string, string[]>();
  let read = 0;
  for (const [adUnitId, byPlatform] of members) {
    read += 1;
    if (read % 10 === 0) yield;
    for (const indexes of byPlatform.values()) {
      const key = indexes.join();
      const same = units.get(key) ?? [];
      units.set(key, same);
      same.push(adUnitId);
    }
  }
  const competitions: Competition[] = [];
  for (const [key, adUnitIds] of units) {
    const competitors = key.split(',').map((index) => all[Number(index)] as Competitor);
    competitors.sort(compare);
    const hasRegions = competitors.some(({ seen }) => seen.regions.length > 0);
    competitions.push({ adUnitIds, competitors, elsewhere: space.elsewhere, hasRegions });
    yield;
  }
  return competitions;
}

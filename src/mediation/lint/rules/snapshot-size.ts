import { LIMITS } from '../../../resolve/index.ts';
import type { Facts, ServingGroup } from '../facts.ts';
import type { Rule } from '../rule.ts';

/** The part of a limit from which it is near. */
const NEAR = 0.8;

const MOST_GROUPS = NEAR * LIMITS.groups;
const MOST_CHARACTERS = NEAR * LIMITS.characters;

/** Characters in a snapshot besides regions and settings, with an id and a class each. */
const OF_GROUP = 200;
const OF_LINE = 240;
const OF_REGION = 5;
const OF_SETTING = 45;

function characters({ arms, targeting }: ServingGroup, adUnitId: string, { mapping }: Facts): number {
  const regions = targeting.targetedRegionCodes.length + targeting.excludedRegionCodes.length;
  let sum = OF_GROUP + OF_REGION * regions;
  for (const { adUnitMappings } of arms.flat()) {
    const values = Object.values(mapping(adUnitMappings[adUnitId] ?? '')?.configurations ?? {});
    sum += values.reduce((before, value) => before + OF_SETTING + value.length, OF_LINE);
  }
  return sum;
}

const inMillions = (count: number) => (count / 1e6).toFixed(1);

/** Apps whose snapshots would be too large keep their last one, and no change reaches them any more. */
export const SNAPSHOT_SIZE: readonly Rule[] = [
  {
    id: 'unit-many-groups',
    level: 'warning',
    text: 'An ad unit is in more than 800 enabled groups.',
    action: 'Disable or join groups. With more than 1000 the app gets no changes any more.',
    sources: ['X'],
    *check({ serving }) {
      const counts = new Map<string, number>();
      for (const { targeting } of serving) {
        for (const id of targeting.adUnitIds) counts.set(id, (counts.get(id) ?? 0) + 1);
        yield;
      }
      for (const [adUnitId, count] of counts)
        if (count > MOST_GROUPS) yield { text: `${adUnitId} is in ${count} enabled groups.`, adUnitId };
    },
  },
  {
    id: 'snapshot-large',
    level: 'warning',
    text: 'The snapshot of an app has more than 13.4 million characters.',
    action:
      'Take ad units out of groups, or lines out of them: each group is in the snapshot once for each of its ad units. With more than 16.8 million the app gets no changes any more.',
    sources: ['X'],
    *check(facts) {
      const sizes = new Map<string, number>();
      for (const group of facts.serving) {
        for (const id of group.targeting.adUnitIds) {
          const { appId } = facts.adUnit(id) ?? {};
          if (appId === undefined) continue;
          sizes.set(appId, (sizes.get(appId) ?? 0) + characters(group, id, facts));
        }
        yield;
      }
      for (const [appId, size] of sizes)
        if (size > MOST_CHARACTERS)
          yield { text: `The snapshot of ${appId} has about ${inMillions(size)} million characters.` };
    },
  },
];

import { LIMITS } from '../../../resolve/index.ts';
import { MOST_SETTING_CHARACTERS } from '../../serve/group-size.ts';
import type { Facts, ServingGroup } from '../lint-facts.ts';
import { inEachGroup, type Rule } from '../rule.ts';

/** The part of a limit from which it is near. */
const NEAR = 0.8;

const MOST_GROUPS = NEAR * LIMITS.groups;
const MOST_CHARACTERS = NEAR * LIMITS.characters;
const MOST_OF_GROUP = NEAR * MOST_SETTING_CHARACTERS;

/** Characters in a snapshot besides regions and settings, with an id and a class each. */
const OF_GROUP = 200;
const OF_LINE = 240;
const OF_REGION = 5;
const OF_SETTING = 45;

const settingsOf = ({ arms }: ServingGroup, adUnitId: string, { mapping }: Facts): readonly string[] =>
  arms
    .flat()
    .flatMap(({ adUnitMappings }) =>
      Object.values(mapping(adUnitMappings[adUnitId] ?? '')?.configurations ?? {}),
    );

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);

function characters(group: ServingGroup, adUnitId: string, facts: Facts): number {
  const { arms, targeting } = group;
  const regions = targeting.targetedRegionCodes.length + targeting.excludedRegionCodes.length;
  const settings = settingsOf(group, adUnitId, facts);
  const others = OF_GROUP + OF_REGION * regions + OF_LINE * arms.flat().length;
  return others + OF_SETTING * settings.length + lengthOf(settings);
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
    id: 'group-large',
    level: 'warning',
    text: 'The settings of a group have more than 0.8 million characters for an ad unit.',
    action:
      'Take lines out of the group, or shorten values in mappings. With more than 1 million the app gets no changes any more.',
    sources: ['X'],
    check: inEachGroup(function* (group, facts) {
      for (const adUnitId of group.targeting.adUnitIds) {
        const size = lengthOf(settingsOf(group, adUnitId, facts));
        if (size > MOST_OF_GROUP)
          yield {
            text: `The settings for ${adUnitId} have ${inMillions(size)} million characters.`,
            adUnitId,
          };
      }
    }),
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

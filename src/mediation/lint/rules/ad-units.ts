import { inEachGroup, type Rule } from '../rule.ts';
import { groupWords, some } from '../words.ts';

export const AD_UNITS: readonly Rule[] = [
  {
    id: 'unit-ungrouped',
    level: 'warning',
    text: 'An ad unit of the inventory is in no enabled group.',
    action: 'Add the ad unit to a group; until then, only the own network serves it.',
    sources: ['AM'],
    *check({ inventory = [], serving }) {
      const grouped = new Set(serving.flatMap(({ targeting }) => targeting.adUnitIds));
      for (const [index, { adUnitId }] of inventory.entries()) {
        if (index % 100 === 0) yield;
        if (grouped.has(adUnitId)) continue;
        yield { text: `${adUnitId} is in no enabled group.`, adUnitId };
      }
    },
  },
  {
    id: 'unit-missing',
    level: 'error',
    text: 'A group has no ad units, or one that is not in the inventory.',
    action: 'Add ad units to the group, or remove those that are gone.',
    sources: ['X'],
    check: inEachGroup(function* (group, { inventory, adUnit }) {
      const { adUnitIds } = group.targeting;
      if (adUnitIds.length === 0) yield { text: `${groupWords(group)} has no ad units, so it never serves.` };
      if (!inventory) return;
      const gone = adUnitIds.filter((adUnitId) => !adUnit(adUnitId));
      if (gone.length === 0) return;
      yield {
        text: `${groupWords(group)} names ad units that are not in the inventory: ${some(gone)}.`,
        adUnitId: gone[0] as string,
      };
    }),
  },
];

import { isCountry } from '../../countries.ts';
import type { Requests } from '../requests.ts';
import { inEachGroup, type Rule } from '../rule.ts';
import { some } from '../words.ts';
import { advice } from './region-codes.ts';

export const REGIONS: readonly Rule[] = [
  {
    id: 'region-impossible',
    level: 'error',
    text: 'A group names a region that no request has.',
    action: 'Use the code of the country, such as GB or DE.',
    sources: ['X'],
    check: inEachGroup(function* ({ targeting }) {
      for (const code of [...targeting.targetedRegionCodes, ...targeting.excludedRegionCodes]) {
        if (!isCountry(code)) yield { text: `No request comes from the region ${code}. ${advice(code)}` };
      }
    }),
  },
  {
    id: 'region-gap',
    level: 'warning',
    text: 'An ad unit has groups for some regions but none for the rest.',
    action: 'Add a group without regions for these ad units, with a larger priority than the others.',
    sources: ['AM'],
    *check({ competitions }) {
      for (const { adUnitIds, competitors, elsewhere, hasRegions } of competitions) {
        const all = competitors.reduce((sum: Requests, { requests }) => sum | requests, 0n);
        yield;
        if (!hasRegions || (all & elsewhere) !== 0n) continue;
        const [first] = competitors;
        yield {
          text: `${some(adUnitIds)}: no group applies to requests from other regions, so only the own network serves them.`,
          ...(first && { groupId: first.group.groupId }),
          ...(adUnitIds[0] && { adUnitId: adUnitIds[0] }),
        };
      }
    },
  },
];

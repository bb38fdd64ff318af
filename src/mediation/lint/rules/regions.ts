import { isCountry } from '../../countries.ts';
import type { Requests } from '../request-sets.ts';
import { inEachGroup, type Rule } from '../rule.ts';
import { some } from '../words.ts';

/** What people mean by codes that no request has. */
const MEANT: Readonly<Record<string, string>> = {
  EN: 'EN is a language; did you mean GB or US?',
  EU: 'EU is a group of countries; name the countries.',
  UK: 'Did you mean GB?',
};

function advice(code: string): string {
  if (/^\d+$/.test(code)) return 'Numbers are groups of countries; name the countries.';
  return MEANT[code] ?? `${code} is not a country or region code.`;
}

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

import type { Competition, Competitor } from '../competitions.ts';
import { includes, type Requests, withIdfa, withoutIdfa } from '../request-sets.ts';
import { inEachGroup, type Rule } from '../rule.ts';
import { groupWords, some } from '../words.ts';

/** The requests in the same countries that the group leaves to its counterpart. */
function counterpart({ seen, requests }: Competitor): Requests {
  if (seen.idfa === 'AVAILABLE') return withoutIdfa(requests);
  return seen.idfa === 'NOT_AVAILABLE' ? withIdfa(requests) : 0n;
}

function* uncovered({ competitors }: Competition): Generator<Competitor> {
  const all = competitors.reduce((sum: Requests, { requests }) => sum | requests, 0n);
  for (const competitor of competitors) if (!includes(all, counterpart(competitor))) yield competitor;
}

export const IDFA: readonly Rule[] = [
  {
    id: 'idfa-on-android',
    level: 'hint',
    text: 'A group for Android has IDFA targeting.',
    action: 'Remove the IDFA targeting: Android devices have no IDFA.',
    sources: ['X'],
    check: inEachGroup(function* (group) {
      const { platform, idfaTargeting } = group.targeting;
      if (platform !== 'ANDROID' || idfaTargeting === undefined || idfaTargeting === 'ALL') return;
      yield { text: `${groupWords(group)} is for Android and targets the IDFA.` };
    }),
  },
  {
    id: 'idfa-uncovered',
    level: 'warning',
    text: 'A group is only for requests with the IDFA, or only for those without, and no group serves the others.',
    action: 'Add the counterpart: a group for the other requests, or one for all.',
    sources: ['X'],
    *check({ competitions }) {
      const reported = new Set<string>();
      for (const competition of competitions) {
        for (const { group } of uncovered(competition)) {
          if (group.targeting.platform === 'ANDROID' || reported.has(group.groupId)) continue;
          reported.add(group.groupId);
          const which = group.targeting.idfaTargeting === 'AVAILABLE' ? 'without' : 'with';
          const text = `No group serves requests ${which} the IDFA in the regions of ${groupWords(group)}, for ${some(competition.adUnitIds)}.`;
          yield { text, groupId: group.groupId };
        }
        yield;
      }
    },
  },
];

import { type Criterion, compareGroups } from '../../../resolve/order.ts';
import type { Competition, Competitor } from '../competitions.ts';
import { PairSet } from '../pair-set.ts';
import type { Fault, Rule } from '../rule.ts';
import { groupWords, some } from '../words.ts';

const DECIDED_BY: Readonly<Record<Exclude<Criterion, 'PRIORITY'>, string>> = {
  REGIONS: 'the group with the narrower regions wins',
  IDFA: 'the group that asks for the IDFA wins',
  AGE: 'the older group wins',
};

function pairFault(one: Competitor, other: Competitor, { adUnitIds }: Competition): Fault | undefined {
  if ((one.requests & other.requests) === 0n) return undefined;
  const { by } = compareGroups(one.seen, other.seen);
  if (by === 'PRIORITY') return undefined;
  const names = `${groupWords(one.group)} and ${groupWords(other.group)}`;
  return {
    text: `${names} apply to the same requests of ${some(adUnitIds)}. No priority decides between them: ${DECIDED_BY[by]}.`,
    groupId: one.group.groupId,
  };
}

export const OVERLAPS: readonly Rule[] = [
  {
    id: 'overlap-unresolved',
    level: 'warning',
    text: 'Two enabled groups apply to the same requests, and no priority decides between them.',
    action: 'Give the groups different priorities, or different regions, ad units or IDFA targeting.',
    sources: ['AM', 'LP'],
    *check({ competitions, serving }) {
      // Groups can meet for many sets of ad units; each pair is compared once.
      const compared = new PairSet(serving.length);
      for (const competition of competitions) {
        for (const [at, one] of competition.competitors.entries()) {
          for (const other of competition.competitors.slice(at + 1)) {
            // Competitors are in the order of resolve: a priority decides about all that follow, too.
            if (one.group.priority !== other.group.priority) break;
            if (!compared.add(one.index, other.index)) continue;
            const fault = pairFault(one, other, competition);
            if (fault) yield fault;
          }
          yield;
        }
      }
    },
  },
];

import { compareGroups } from '../../../resolve/order.ts';
import { type Competitor, compareAges } from '../competitions.ts';
import { includes, type Requests } from '../request-sets.ts';
import type { Rule } from '../rule.ts';
import { groupWords, some } from '../words.ts';

/** Competitors among which only age decides, in the order of resolve. */
function* classes(competitors: readonly Competitor[]): Generator<readonly Competitor[]> {
  let first = 0;
  for (const [index, competitor] of competitors.entries()) {
    const next = competitors[index + 1];
    if (next && compareGroups(competitor.seen, next.seen).order === 0) continue;
    yield competitors.slice(first, index + 1);
    first = index + 1;
  }
}

/**
 * The groups that get requests. A group of unknown age counts as older and as younger than its equals, so that no
 * group is called shadowed by mistake.
 */
function* winners(competitors: readonly Competitor[]): Generator<Competitor> {
  let taken: Requests = 0n;
  for (const equals of classes(competitors)) {
    const aged = equals.filter(({ group }) => group.createdAt !== undefined);
    const ageless = equals.filter(({ group }) => group.createdAt === undefined);
    let byOlder = taken;
    for (const one of aged.toSorted((a, b) => compareAges(a.group, b.group))) {
      if (!includes(byOlder, one.requests)) yield one;
      byOlder |= one.requests;
    }
    for (const one of ageless) if (!includes(taken, one.requests)) yield one;
    taken = ageless.reduce((all, { requests }) => all | requests, byOlder);
  }
}

export const SHADOWED: readonly Rule[] = [
  {
    id: 'group-shadowed',
    level: 'error',
    text: 'Every request that an enabled group applies to goes to another group.',
    action: 'Give the group a smaller priority or narrower targeting than the others, or disable it.',
    sources: ['AM', 'LP'],
    *check({ competitions, serving }) {
      const winning = new Set<string>();
      const takers = new Map<string, readonly Competitor[]>();
      for (const { competitors } of competitions) {
        const won = [...winners(competitors)];
        for (const { group } of won) winning.add(group.groupId);
        for (const { group } of competitors) takers.set(group.groupId, won);
        yield;
      }
      for (const group of serving) {
        const won = takers.get(group.groupId);
        if (!won || winning.has(group.groupId)) continue;
        const names = some(won, (one) => groupWords(one.group));
        yield { text: `All requests of ${groupWords(group)} go to ${names}.`, groupId: group.groupId };
      }
    },
  },
];

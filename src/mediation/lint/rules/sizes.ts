import type { Facts } from '../lint-facts.ts';
import type { LintLine } from '../model.ts';
import { networkOf } from '../network-of-source.ts';
import { inEachArm, type Rule } from '../rule.ts';
import { groupWords } from '../words.ts';

const MANY_LINES = 45;
const MANY_NETWORKS = 8;

/** The networks of lines, without the own one. */
function networksOf(lines: readonly LintLine[], { source, isOwn }: Facts): ReadonlySet<string> {
  const sources = lines.filter((line) => !isOwn(line)).flatMap((line) => source(line) ?? []);
  return new Set(sources.map(networkOf));
}

export const SIZES: readonly Rule[] = [
  {
    id: 'lines-many',
    level: 'warning',
    text: 'A group has more than 45 enabled lines.',
    action:
      'Disable lines that earn little: each one that is asked delays the ad. More than 150 are refused.',
    sources: ['LL', 'AM'],
    check: inEachArm(function* ({ length }, group) {
      if (length > MANY_LINES) yield { text: `${groupWords(group)} has ${length} enabled lines.` };
    }),
  },
  {
    id: 'networks-many',
    level: 'hint',
    text: 'A group uses more than 8 networks.',
    action: 'Disable networks with a small share of the revenue.',
    sources: ['MP', 'LP'],
    check: inEachArm(function* (lines, group, facts) {
      const { size } = networksOf(lines, facts);
      if (size > MANY_NETWORKS) yield { text: `${groupWords(group)} uses ${size} networks.` };
    }),
  },
  {
    id: 'network-single',
    level: 'hint',
    text: 'A group uses only one network besides the own one.',
    action: 'Add lines of other networks, so that they compete.',
    sources: ['MP'],
    check: inEachArm(function* (lines, group, facts) {
      const { size } = networksOf(lines, facts);
      if (size === 1) yield { text: `${groupWords(group)} uses one network besides the own one.` };
    }),
  },
];

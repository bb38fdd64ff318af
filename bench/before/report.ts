import type { Series } from '../harness/measure.ts';
import type { Comparison, Row } from '../harness/report.ts';
import type { CommitBefore } from './commit-before.ts';

/** Work that takes more than 1.05 times the processor time of before is worth a warning. */
const AT_LEAST = 0.95;

/** The same work of both servers. */
export interface Compared {
  readonly group: string;
  readonly name: string;
  readonly ours: Series;
  readonly before: Series;
}

export const rowsBeside = (all: readonly Compared[]): readonly Row[] =>
  all.flatMap(({ group, ours, before }) => [
    { group, name: 'now', cost: ours },
    { group, name: 'before', cost: before },
  ]);

export const comparisonsBeside = (all: readonly Compared[]): readonly Comparison[] =>
  all.map(({ name, ours, before }) => ({
    name: `${name}: now : before`,
    ours,
    other: before,
    atLeast: AT_LEAST,
    warns: true,
  }));

export const notesBeside = ({ title }: CommitBefore): readonly string[] => [
  `before: ${title}; now: the files in this folder`,
  'both servers get the same windows by turns; CPU of the whole process, from /proc',
  'noise: min and max are single rounds. Other programs change them; run it again before you look for a cause',
];

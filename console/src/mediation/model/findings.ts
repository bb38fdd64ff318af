import type { LintAccountResponse } from '../../../../src/mediation/contract/index.ts';

export type FindingCounts = NonNullable<LintAccountResponse['counts']>;

/** The errors and warnings, the worst rule first. Hints do not wait: nothing is wrong where they are. */
export const wrong = (counts: FindingCounts = []): FindingCounts =>
  counts.filter(({ level }) => level !== 'HINT');

/** The rule whose findings are as they must be, since mappings cannot be deleted. */
export const IDLE = 'mapping-orphan';

/** The hints that a person can do something about. */
export const better = (counts: FindingCounts): FindingCounts =>
  counts.filter(({ level, rule }) => level === 'HINT' && rule !== IDLE);

/** How many errors there are, and how many warnings. */
export const errorsAndWarnings = (counts: FindingCounts = []): readonly [number, number] => {
  const errors = countOf(counts.filter(({ level }) => level === 'ERROR'));
  return [errors, countOf(wrong(counts)) - errors];
};

export const countOf = (counts: FindingCounts): number =>
  counts.reduce((sum, { count = 0 }) => sum + count, 0);

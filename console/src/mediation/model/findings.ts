import type { LintAccountResponse } from '../../../../src/mediation/contract/index.ts';

type Counts = NonNullable<LintAccountResponse['counts']>;

/** The errors and warnings, the worst rule first. Hints do not wait: nothing is wrong where they are. */
export const wrong = (counts: Counts = []): Counts => counts.filter(({ level }) => level !== 'HINT');

export const countOf = (counts: Counts): number => counts.reduce((sum, { count = 0 }) => sum + count, 0);

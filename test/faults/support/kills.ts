import { randomOf } from '../../support/random.ts';
import { runs } from '../../support/runs.ts';

/** Number of rounds of a test that kills. After more than three restarts an alert fires. */
export const ROUNDS = runs(4);

export const SEED = Number(process.env.TEST_KILLS_SEED ?? 20_261_121) || 0;

/** Time limit of all rounds together, in milliseconds. */
export const LONGEST = 60_000 + ROUNDS * 20_000;

/**
 * Waits under load before a kill: for a number of answers, and then some milliseconds, so that the moment is
 * random.
 */
export interface Life {
  readonly answers: number;
  readonly milliseconds: number;
}

const MOST: Life = { answers: 60, milliseconds: 30 };

/** Returns the next random life of a server at each call. */
export function lives(): () => Life {
  const random = randomOf(SEED);
  return () => ({
    answers: Math.floor(random() * MOST.answers),
    milliseconds: Math.floor(random() * MOST.milliseconds),
  });
}

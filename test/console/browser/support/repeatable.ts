import { TEST_EFFECTS } from '../../../support/effects.ts';
import { randomOf } from '../../../support/random.ts';
import type { StageOptions } from './stage.ts';

const SECOND = 1000;

/** Uses the same times and ids in each run, so that pictures of two runs hardly differ. */
export function repeatable(): StageOptions & { now(): number } {
  // In the past: access tokens end by the clock of this machine.
  let now = Date.UTC(2026, 10, 24, 8, 12);
  const next = randomOf(7);
  return {
    now: () => now,
    // People apply one after the other, and no session ends meanwhile.
    onExchange: ({ url }) => {
      now += url.includes('/v1/vdc/') ? 10 * SECOND : SECOND;
    },
    effects: {
      ...TEST_EFFECTS,
      clock: () => now,
      random: (target) => {
        for (const index of target.keys()) target[index] = Math.floor(next() * 256);
        return target;
      },
    },
  };
}

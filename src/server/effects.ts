import { randomFillSync } from 'node:crypto';
import { SCRYPT_COST, type ScryptCost } from '../accounts/password.ts';
import type { RandomFill } from '../conventions/random-text.ts';
import type { Clock } from '../conventions/time.ts';

/** Clock, randomness and others, which tests replace. */
export interface Effects {
  readonly clock: Clock;
  readonly random: RandomFill;
  readonly passwordCost: ScryptCost;
}

export const REAL_EFFECTS: Effects = {
  clock: Date.now,
  random: (target) => randomFillSync(target),
  passwordCost: SCRYPT_COST,
};

import type { RandomFill } from '../ports/effects.ts';

const SHORTEST = 2000;

/** Between two attempts at most. */
const LONGEST = 3_600_000;

const WORD = 2 ** 32;

/**
 * Milliseconds until the next attempt: twice as long after each, and half of it by chance, so that what failed together
 * does not come back together.
 */
export function backOff(attempts: number, random: RandomFill): number {
  const longest = Math.min(LONGEST, SHORTEST * 2 ** Math.min(attempts, 20));
  const chance = Buffer.from(random(new Uint8Array(4))).readUInt32BE() / WORD;
  return Math.round((longest / 2) * (1 + chance));
}

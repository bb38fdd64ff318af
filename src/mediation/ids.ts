import { DIGITS, type RandomFill, randomText } from '../conventions/random.ts';

/** How many digits the ids have that the server gives out. They are names, not numbers: leading zeros count. */
const LENGTHS = {
  group: 10,
  line: 16,
  experiment: 10,
  mapping: 10,
  app: 10,
  adUnit: 10,
  publisher: 16,
} as const;

/** An id that is unique as far as chance goes; the store refuses one that is taken. */
export function newId(random: RandomFill, kind: keyof typeof LENGTHS): string {
  return randomText(random, DIGITS, LENGTHS[kind]);
}

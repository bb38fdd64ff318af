import type { RandomFill } from './ports/effects.ts';

/** The largest multiple of 10 up to 256: bytes above it would favour the first digits. */
const UNBIASED = 250;

function randomDigits(random: RandomFill, length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < UNBIASED && digits.length < length) digits += byte % 10;
    }
  }
  return digits;
}

/** Digits of the ids that the server gives out. They are names, not numbers: leading zeros count. */
const DIGITS = {
  group: 10,
  line: 16,
  experiment: 10,
  mapping: 10,
  app: 10,
  adUnit: 10,
  publisher: 16,
} as const;

/** An id that is unique as far as chance goes; the store refuses one that is taken. */
export function newId(random: RandomFill, kind: keyof typeof DIGITS): string {
  return randomDigits(random, DIGITS[kind]);
}

import type { RandomFill } from './ports/effects.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The largest multiple of 62 below 256: bytes above it would favour the first characters. */
const UNBIASED = 248;

/** `length` characters of [A-Za-z0-9], 5.95 bits each. */
export function randomText(random: RandomFill, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < UNBIASED && text.length < length) text += ALPHANUMERIC[byte % ALPHANUMERIC.length];
    }
  }
  return text;
}

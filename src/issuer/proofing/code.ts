import { hash } from 'node:crypto';
import type { RandomFill } from '../ports/effects.ts';
import { randomText } from '../random-text.ts';

/** 26 characters of [A-Za-z0-9]: 154 bits, so that a plain hash of it cannot be searched. */
export function newCode(random: RandomFill): string {
  return randomText(random, 26);
}

export function codeHash(code: string): Uint8Array {
  return hash('sha256', Buffer.from(code, 'utf8'), 'buffer');
}

import { ALPHANUMERIC, randomText } from '../../conventions/random-text.ts';
import type { RandomFill } from '../ports/effects.ts';

/**
 * 32 characters of [A-Za-z0-9]: at once a string of at most 32 bytes and base64 of 24 bytes, since it is not
 * public which of the two a device takes as its attestation challenge.
 */
export function newNonce(random: RandomFill): string {
  return randomText(random, ALPHANUMERIC, 32);
}

/** The attestation challenges that prove the nonce. */
export function challengesOf(nonce: string): readonly Uint8Array[] {
  return [Buffer.from(nonce, 'ascii'), Buffer.from(nonce, 'base64')];
}

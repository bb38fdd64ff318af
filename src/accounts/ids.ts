import type { RandomFill } from './ports/effects.ts';

function randomText(random: RandomFill, bytes: number): string {
  return Buffer.from(random(new Uint8Array(bytes))).toString('base64url');
}

export const newUserId = (random: RandomFill) => `user-${randomText(random, 12)}`;
export const newTokenId = (random: RandomFill) => randomText(random, 16);
export const newClientId = (random: RandomFill) => `client-${randomText(random, 12)}`;

/** 256 bits: guessing needs no limit, and a fast hash of it is safe to keep. */
export const newClientSecret = (random: RandomFill) => randomText(random, 32);

import type { RandomFill } from '../conventions/effects.ts';
import { randomText, URL_SAFE } from '../conventions/random-text.ts';

export const newUserId = (random: RandomFill) => `user-${randomText(random, URL_SAFE, 16)}`;
export const newTokenId = (random: RandomFill) => randomText(random, URL_SAFE, 22);
export const newClientId = (random: RandomFill) => `client-${randomText(random, URL_SAFE, 16)}`;

/** 258 bits: guessing needs no limit, and a fast hash of it is safe to keep. */
export const newClientSecret = (random: RandomFill) => randomText(random, URL_SAFE, 43);

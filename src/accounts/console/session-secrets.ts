import { hash } from 'node:crypto';
import { type RandomFill, randomText, URL_SAFE } from '../../conventions/random-text.ts';

/** 258 bits: no limit on guesses is needed, and a fast hash may be stored. */
export const newSecret = (random: RandomFill) => randomText(random, URL_SAFE, 43);

/** The form of every cookie value and code. */
export const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export const hashOf = (secret: string) => hash('sha256', secret, 'base64url');

export const newSessionId = (random: RandomFill) => `session-${randomText(random, URL_SAFE, 16)}`;
export const newCodeId = (random: RandomFill) => `code-${randomText(random, URL_SAFE, 16)}`;

import { ALPHANUMERIC, randomText } from '../../conventions/random-text.ts';
import type { PreAuthorizationCode } from '../model/index.ts';
import type { RandomFill } from '../ports/effects.ts';

/** 26 characters of [A-Za-z0-9]: 154 bits. */
export function newCode(random: RandomFill): string {
  return randomText(random, ALPHANUMERIC, 26);
}

/** Sorts by time for as long as milliseconds have eight digits in base 36: until 2059. */
export function newCodeId(random: RandomFill, at: number): string {
  return `c-${at.toString(36)}-${randomText(random, ALPHANUMERIC, 10)}`;
}

export type CodeState = 'open' | 'used' | 'revoked' | 'expired';

/** A code as it is at `now`. */
export function codeState({ usedBy, revokedAt, expiresAt }: PreAuthorizationCode, now: number): CodeState {
  if (usedBy !== undefined) return 'used';
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

import { timingSafeEqual } from 'node:crypto';

/** The hardware takes at most 32 bytes (IIdentityCredential HAL, STATUS_INVALID_DATA above). */
export const MAX_CHALLENGE_BYTES = 32;

/** Whether any of the challenges is this one; takes as long for every challenge of the same length. */
export function matchesChallenge(actual: Uint8Array, expected: readonly Uint8Array[]): boolean {
  let matches = 0;
  for (const challenge of expected) {
    const equal = challenge.length === actual.length && timingSafeEqual(challenge, actual);
    matches |= Number(equal);
  }
  return matches === 1;
}

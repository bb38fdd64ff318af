import { timingSafeEqual } from 'node:crypto';
import type { Attestation } from '../attestation.ts';
import { AttestationError } from '../error.ts';
import type { AttestationPolicy } from '../policy.ts';

/** The key was made for one of the challenges that were given out. */
export function checkChallenge({ description }: Attestation, { challenges }: AttestationPolicy): void {
  const { attestationChallenge } = description;
  const isKnown = challenges.some(
    (challenge) =>
      challenge.length === attestationChallenge.length && timingSafeEqual(challenge, attestationChallenge),
  );
  if (!isKnown) throw new AttestationError('challengeMismatch', 'key was not made for an accepted challenge');
}

import { timingSafeEqual } from 'node:crypto';
import { AttestationError } from '../../../errors.ts';
import type { Attestation, AttestationPolicy } from '../attestation.ts';
import type { AuthorizationList } from '../authorization-list.ts';
import { checkIdentityCredentialKey } from './identity-credential-key.ts';

/** The key was made for one of the challenges that were given out. */
export function checkChallenge({ description }: Attestation, { challenges }: AttestationPolicy): void {
  const { attestationChallenge } = description;
  const isKnown = challenges.some(
    (challenge) =>
      challenge.length === attestationChallenge.length && timingSafeEqual(challenge, attestationChallenge),
  );
  if (!isKnown) throw new AttestationError('challengeMismatch', 'key was not made for an accepted challenge');
}

// AOSP Algorithm, EcCurve, Digest
const EC = 3;
const P_256 = 1;
const SHA_2_256 = 4;

const REQUIREMENTS: readonly (readonly [holds: (list: AuthorizationList) => boolean, problem: string])[] = [
  [({ algorithm }) => algorithm === EC, 'key is not EC'],
  [({ keySize }) => keySize === 256, 'key is not of 256 bits'],
  [({ ecCurve }) => ecCurve === P_256, 'key is not on P-256'],
  [({ digest }) => digest?.includes(SHA_2_256) === true, 'key may not sign SHA-256'],
  [({ noAuthRequired }) => noAuthRequired === true, 'key needs user authentication'],
];

/** A P-256 key that signs SHA-256 without asking the user, all enforced by hardware. */
export function checkKeyParameters({ description }: Attestation): void {
  for (const [holds, problem] of REQUIREMENTS) {
    if (!holds(description.hardwareEnforced)) throw new AttestationError('wrongKey', problem);
  }
}

// AOSP KeyPurpose, KeyOrigin
const SIGN = 2;
const GENERATED = 0;

/**
 * The key signs, and only inside the Identity Credential implementation where the policy asks for that: a keystore key
 * signs whatever its application wants (AOSP IWritableIdentityCredential.aidl).
 */
export function checkKeyUse(
  attestation: Attestation,
  { requireIdentityCredentialKey }: AttestationPolicy,
): void {
  const { purpose, origin } = attestation.description.hardwareEnforced;
  if (purpose?.includes(SIGN) !== true) throw new AttestationError('wrongPurpose', 'key may not sign');
  if (attestation.isIdentityCredentialKey) {
    checkIdentityCredentialKey(attestation);
  } else if (requireIdentityCredentialKey) {
    throw new AttestationError('identityCredentialKeyRequired', 'key is not an identity credential key');
  } else if (origin !== GENERATED) {
    throw new AttestationError('importedKey', 'key was not generated in secure hardware');
  }
}

import type { Attestation } from '../attestation.ts';
import { AttestationError } from '../error.ts';
import type { AttestationPolicy } from '../policy.ts';
import { checkIdentityCredentialKey } from './identity-credential-key.ts';

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

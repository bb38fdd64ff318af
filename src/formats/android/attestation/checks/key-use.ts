import { attributeValue, OID } from '../../../x509/index.ts';
import type { Attestation } from '../attestation.ts';
import { AttestationError } from '../error.ts';
import { IDENTITY_CREDENTIAL_KEY_NAME } from '../key-description.ts';
import type { AttestationPolicy } from '../policy.ts';

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

// the Identity Credential HAL leaves the origin out
function checkIdentityCredentialKey({ leaf, description }: Attestation): void {
  const { purpose, origin } = description.hardwareEnforced;
  if (purpose?.length !== 1)
    throw new AttestationError('wrongPurpose', 'identity credential key may do more than sign');
  if (origin !== undefined && origin !== GENERATED) {
    throw new AttestationError('importedKey', 'identity credential key was not generated in secure hardware');
  }
  if (attributeValue(leaf.subjectAttributes, OID.commonName) !== IDENTITY_CREDENTIAL_KEY_NAME) {
    throw new AttestationError('nameMismatch', 'leaf is not named as an identity credential key');
  }
}

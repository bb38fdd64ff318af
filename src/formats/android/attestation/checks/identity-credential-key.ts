import { AttestationError, type AttestationErrorCode } from '../../../errors.ts';
import { attributeValue, OID } from '../../../x509/index.ts';
import type { Attestation } from '../attestation.ts';
import { IDENTITY_CREDENTIAL_KEY_NAME, type KeyDescription } from '../key-description.ts';

/** AOSP KeyOrigin. */
const GENERATED = 0;

const BOOT_KEY_BYTES = 32;

type Requirement = readonly [
  code: AttestationErrorCode,
  problem: string,
  holds: (description: KeyDescription) => boolean,
];

/**
 * What the Identity Credential HAL writes about its keys (AOSP IWritableIdentityCredential.aidl,
 * getAttestationCertificate) and what KeyMint says of a device that booted verified software (KeyCreationResult.aidl).
 * A description that claims tag 721 and departs from it was not written by the hardware. The HAL leaves the origin out.
 */
const REQUIREMENTS: readonly Requirement[] = [
  [
    'attestationVersionTooOld',
    'attestation is older than version 3',
    ({ attestationVersion }) => attestationVersion >= 3,
  ],
  [
    'wrongPurpose',
    'identity credential key may do more than sign',
    ({ hardwareEnforced: { purpose } }) => purpose?.length === 1,
  ],
  [
    'importedKey',
    'identity credential key was not generated in secure hardware',
    ({ hardwareEnforced: { origin = GENERATED } }) => origin === GENERATED,
  ],
  [
    'contradictoryAuthorizations',
    'key needs user authentication and needs none',
    ({ hardwareEnforced, softwareEnforced }) =>
      hardwareEnforced.userAuthType === undefined && softwareEnforced.userAuthType === undefined,
  ],
  [
    'applicationNotAllowed',
    'key belongs to all applications',
    ({ hardwareEnforced, softwareEnforced }) =>
      hardwareEnforced.allApplications === undefined && softwareEnforced.allApplications === undefined,
  ],
  [
    'missingSystemVersion',
    'hardware does not say which system runs',
    ({ hardwareEnforced: { osVersion, osPatchLevel } }) =>
      osVersion !== undefined && osPatchLevel !== undefined,
  ],
];

/** Holds a key with tag 721 to what that claims. */
export function checkIdentityCredentialKey({ leaf, description }: Attestation): void {
  for (const [code, problem, holds] of REQUIREMENTS)
    if (!holds(description)) throw new AttestationError(code, problem);
  if (attributeValue(leaf.subjectAttributes, OID.commonName) !== IDENTITY_CREDENTIAL_KEY_NAME)
    throw new AttestationError('nameMismatch', 'leaf is not named as an identity credential key');
}

/** The key that verified the boot image: a SHA-256, and zero only where nothing was verified. */
export function checkBootKey({ description, isIdentityCredentialKey }: Attestation): void {
  const bootKey = description.hardwareEnforced.rootOfTrust?.verifiedBootKey;
  if (!isIdentityCredentialKey || bootKey === undefined) return;
  if (bootKey.length !== BOOT_KEY_BYTES || bootKey.every((byte) => byte === 0))
    throw new AttestationError('notVerifiedBoot', 'no key verified what the device started');
}

import { timingSafeEqual } from 'node:crypto';
import { AttestationError, type AttestationErrorCode } from '../../../errors.ts';
import { attributeValue, OID } from '../../../x509/index.ts';
import type { Attestation, AttestationPolicy } from '../attestation.ts';
import type { AuthorizationList } from '../authorization-list.ts';
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
 * getAttestationCertificate), and what KeyMint writes on a device that booted verified software
 * (KeyCreationResult.aidl). A description with tag 721 that differs from this was not made by the hardware.
 * The HAL omits the origin.
 */
const IDENTITY_CREDENTIAL_REQUIREMENTS: readonly Requirement[] = [
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
    'key has both noAuthRequired and userAuthType; only noAuthRequired is expected',
    ({ hardwareEnforced, softwareEnforced }) =>
      hardwareEnforced.userAuthType === undefined && softwareEnforced.userAuthType === undefined,
  ],
  [
    'applicationNotAllowed',
    'key has allApplications; a key of one application is expected',
    ({ hardwareEnforced, softwareEnforced }) =>
      hardwareEnforced.allApplications === undefined && softwareEnforced.allApplications === undefined,
  ],
  [
    'missingSystemVersion',
    'hardware does not attest osVersion and osPatchLevel',
    ({ hardwareEnforced: { osVersion, osPatchLevel } }) =>
      osVersion !== undefined && osPatchLevel !== undefined,
  ],
];

/** Checks the requirements on a key with tag 721. */
function checkIdentityCredentialKey({ leaf, description }: Attestation): void {
  for (const [code, problem, holds] of IDENTITY_CREDENTIAL_REQUIREMENTS)
    if (!holds(description)) throw new AttestationError(code, problem);
  if (attributeValue(leaf.subjectAttributes, OID.commonName) !== IDENTITY_CREDENTIAL_KEY_NAME)
    throw new AttestationError(
      'nameMismatch',
      'common name of the leaf is not that of an identity credential key',
    );
}

/** The hash of the key that verified the boot image: a SHA-256, which is zero if nothing was verified. */
export function checkBootKey({ description, isIdentityCredentialKey }: Attestation): void {
  const bootKey = description.hardwareEnforced.rootOfTrust?.verifiedBootKey;
  if (!isIdentityCredentialKey || bootKey === undefined) return;
  if (bootKey.length !== BOOT_KEY_BYTES || bootKey.every((byte) => byte === 0))
    throw new AttestationError('notVerifiedBoot', 'verified boot key is zero or not a SHA-256');
}

/** The key was created for one of the issued challenges. */
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

const KEY_REQUIREMENTS: readonly (readonly [holds: (list: AuthorizationList) => boolean, problem: string])[] =
  [
    [({ algorithm }) => algorithm === EC, 'key is not EC'],
    [({ keySize }) => keySize === 256, 'key is not of 256 bits'],
    [({ ecCurve }) => ecCurve === P_256, 'key is not on P-256'],
    [({ digest }) => digest?.includes(SHA_2_256) === true, 'key may not sign SHA-256'],
    [({ noAuthRequired }) => noAuthRequired === true, 'key needs user authentication'],
  ];

/** A P-256 key that signs with SHA-256 and needs no user authentication, all enforced by hardware. */
export function checkKeyParameters({ description }: Attestation): void {
  for (const [holds, problem] of KEY_REQUIREMENTS) {
    if (!holds(description.hardwareEnforced)) throw new AttestationError('wrongKey', problem);
  }
}

/** AOSP KeyPurpose. */
const SIGN = 2;

/**
 * The key may sign and, if the policy requires it, only inside the Identity Credential implementation. A
 * keystore key would sign any data for its application (AOSP IWritableIdentityCredential.aidl).
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

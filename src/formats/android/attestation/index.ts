export { AttestationError, type AttestationErrorCode } from '../../errors.ts';
export type {
  AttestationApplicationId,
  AttestationPackage,
  RootOfTrust,
  VerifiedBootState,
} from './application-and-boot.ts';
export type { AllowedApplication, AttestationPolicy, PatchLevels } from './attestation.ts';
export {
  type AuthorizationList,
  encodeAuthorizationList,
  readAuthorizationList,
} from './authorization-list.ts';
export {
  anchorsFromPem,
  GOOGLE_ATTESTATION_ROOTS,
  googleAttestationAnchors,
  spkiFingerprint,
} from './certificate-path.ts';
export {
  encodeKeyDescription,
  IDENTITY_CREDENTIAL_KEY_NAME,
  KEY_DESCRIPTION_OID,
  KEYSTORE_KEY_NAME,
  type KeyDescription,
  parseKeyDescription,
  SECURITY_LEVEL,
} from './key-description.ts';
export {
  type AttestationAuthoritySpec,
  type AttestedKeySpec,
  type CredentialKeySpec,
  type DeviceState,
  describeIdentityCredentialKey,
  describeKeystoreKey,
  makeAttestationAuthority,
  makeAttestedKeyCertificate,
} from './make-attestation.ts';
export {
  PROVISIONING_INFO_OID,
  type Provisioning,
  type ProvisioningInfo,
  parseProvisioningInfo,
} from './provisioning.ts';
export {
  findRevocation,
  parseRevocationList,
  type RevocationEntry,
  type RevocationList,
  RevocationListError,
} from './revocation-list.ts';
export { type AttestationResult, verifyKeyAttestation } from './verify-key-attestation.ts';

export {
  AuthenticationKeyError,
  type AuthenticationKeyErrorCode,
  ProofError,
  type ProofErrorCode,
} from '../errors.ts';
export type { AccessControlProfile, ProfileDialect } from './access-control-profile.ts';
export * from './attestation/index.ts';
export {
  type AuthenticationKey,
  type AuthenticationKeySpec,
  decodeProofOfBinding,
  encodeProofOfBinding,
  makeAuthenticationKeyCertificate,
  PROOF_OF_BINDING_OID,
  verifyAuthenticationKeyCertificate,
} from './authentication-key-certificate.ts';
export {
  decodeProofOfProvisioning,
  encodeProofOfProvisioning,
  type OpenedProofOfProvisioning,
  openProofOfProvisioning,
  type ProofOfProvisioning,
} from './proof-of-provisioning.ts';
export {
  type ChallengedProof,
  decodeProofOfDeletion,
  decodeProofOfOwnership,
  type ExpectedProof,
  encodeProofOfDeletion,
  encodeProofOfOwnership,
  MAX_CHALLENGE_BYTES,
  type ProofOfDeletion,
  type ProofOfOwnership,
  verifyProofOfDeletion,
  verifyProofOfOwnership,
} from './proofs-of-ownership-and-deletion.ts';
export {
  decodeProvisionedCredential,
  encodeProvisionedCredential,
  type ProvisionedCredential,
  type ProvisionedElement,
  type ProvisionedNamespace,
} from './provisioned-credential.ts';
export {
  differenceToProvisioned,
  type Provisioned,
  type ProvisionedDifference,
} from './provisioned-difference.ts';
export { openSignedProof, type SignedProofOptions, signProof } from './signed-proof.ts';

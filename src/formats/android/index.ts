export type { AccessControlProfile, ProfileDialect } from './access-control-profile.ts';
export * from './attestation/index.ts';
export {
  type AuthenticationKey,
  PROOF_OF_BINDING_OID,
  verifyAuthenticationKeyCertificate,
} from './authentication-key-certificate.ts';
export { AuthenticationKeyError, type AuthenticationKeyErrorCode } from './authentication-key-error.ts';
export { MAX_CHALLENGE_BYTES } from './challenge.ts';
export type { ChallengedProof, ExpectedProof } from './challenged-proof.ts';
export { ProofError, type ProofErrorCode } from './error.ts';
export {
  type AuthenticationKeySpec,
  makeAuthenticationKeyCertificate,
} from './make-authentication-key-certificate.ts';
export { decodeProofOfBinding, encodeProofOfBinding } from './proof-of-binding.ts';
export {
  decodeProofOfDeletion,
  encodeProofOfDeletion,
  type ProofOfDeletion,
  verifyProofOfDeletion,
} from './proof-of-deletion.ts';
export {
  decodeProofOfOwnership,
  encodeProofOfOwnership,
  type ProofOfOwnership,
  verifyProofOfOwnership,
} from './proof-of-ownership.ts';
export {
  decodeProofOfProvisioning,
  encodeProofOfProvisioning,
  type OpenedProofOfProvisioning,
  openProofOfProvisioning,
  type ProofOfProvisioning,
} from './proof-of-provisioning.ts';
export {
  decodeProvisionedCredential,
  encodeProvisionedCredential,
  type ProvisionedCredential,
} from './provisioned-credential.ts';
export type { ProvisionedElement, ProvisionedNamespace } from './provisioned-data.ts';
export {
  differenceToProvisioned,
  type Provisioned,
  type ProvisionedDifference,
} from './provisioned-difference.ts';
export { openSignedProof, type SignedProofOptions, signProof } from './signed-proof.ts';

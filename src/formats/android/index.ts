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
  PROOF_OF_BINDING_OID,
  verifyAuthenticationKeyCertificate,
} from './authentication-key-certificate.ts';
export { type ChallengedProof, type ExpectedProof, MAX_CHALLENGE_BYTES } from './challenged-proof.ts';
export {
  type AuthenticationKeySpec,
  makeAuthenticationKeyCertificate,
} from './make-authentication-key-certificate.ts';
export { decodeProofOfBinding, encodeProofOfBinding } from './proof-of-binding.ts';
export {
  decodeProofOfProvisioning,
  encodeProofOfProvisioning,
  type OpenedProofOfProvisioning,
  openProofOfProvisioning,
  type ProofOfProvisioning,
} from './proof-of-provisioning.ts';
export {
  decodeProofOfDeletion,
  decodeProofOfOwnership,
  encodeProofOfDeletion,
  encodeProofOfOwnership,
  type ProofOfDeletion,
  type ProofOfOwnership,
  verifyProofOfDeletion,
  verifyProofOfOwnership,
} from './proofs-of-ownership-and-deletion.ts';
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

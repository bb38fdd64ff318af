export * from './client/index.ts';
export { type AttestationRoot, type AttestationSpec, attestationRoot } from './device/attestation.ts';
export { type Device, type DeviceOptions, simulatedDevice } from './device/device.ts';
export {
  type AttestationProfile,
  type AuthKey,
  type DeviceIdentity,
  type DeviceProofing,
  type DeviceState,
  type Stage,
  type StoredCredential,
  stageOf,
} from './device/device-state.ts';
export type { Presentation, PresentationRequest } from './device/flow/disclose.ts';
export type { Evidence, ProofOptions } from './device/flow/proof.ts';
export type {
  AuthKeySpec,
  Facts,
  OwnershipSpec,
  ProofSpec,
  SealSpec,
  Stranger,
  Tampering,
} from './device/tampering.ts';
export type { Effects, RandomFill } from './effects.ts';
export {
  DeviceStateError,
  type DeviceStateErrorCode,
  DistrustError,
  type DistrustErrorCode,
  OfferError,
  type OfferErrorCode,
} from './errors.ts';
export * from './faults/index.ts';
export * from './openid4vci/index.ts';
export {
  SANDBOX_REVOKED_SERIAL,
  SANDBOX_ROOT_CERTIFICATE,
  SANDBOX_ROOT_PRIVATE_KEY,
} from './sandbox-root.ts';
export {
  formatWallet,
  isVciWallet,
  parseWallet,
  readVciWallet,
  readWallet,
  StateFileError,
  type StateFileErrorCode,
  type Wallet,
  writeVciWallet,
  writeWallet,
} from './state/wallet-file.ts';

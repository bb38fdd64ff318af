export * from './client/index.ts';
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
export { SANDBOX_REVOKED_SERIAL, SANDBOX_ROOT_CERTIFICATE, SANDBOX_ROOT_PRIVATE_KEY } from './sandbox-root.ts';
export * from './state/index.ts';

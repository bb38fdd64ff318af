import { CodedError } from '../../conventions/coded-error.ts';
export type DeviceStateErrorCode =
  | 'notRegistered'
  | 'noProofing'
  | 'notProvisioned'
  | 'noAuthKey'
  | 'nothingToDisclose';

/** What was asked of the device cannot be done as it stands; the message says what comes first. */
export class DeviceStateError extends CodedError<DeviceStateErrorCode> {}

export type DistrustErrorCode =
  | 'issuerKey'
  | 'plainAnswer'
  | 'recipientKey'
  | 'undecryptable'
  | 'issuerSignature'
  | 'credential'
  | 'mobileSecurityObject'
  | 'deviceKey'
  | 'expiration';

/** The issuer sent something that a device must refuse. */
export class DistrustError extends CodedError<DistrustErrorCode> {}

import { CodedError } from '../../conventions/errors.ts';
export type DeviceStateErrorCode =
  | 'notRegistered'
  | 'noProofing'
  | 'notProvisioned'
  | 'noAuthKey'
  | 'nothingToDisclose';

/** The device cannot do this in its state; the message says which step comes first. */
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

/** The issuer sent an answer that a device must refuse. */
export class DistrustError extends CodedError<DistrustErrorCode> {}

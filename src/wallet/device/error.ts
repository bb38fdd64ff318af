export type DeviceStateErrorCode =
  | 'notRegistered'
  | 'noProofing'
  | 'notProvisioned'
  | 'noAuthKey'
  | 'nothingToDisclose';

/** What was asked of the device cannot be done as it stands; the message says what comes first. */
export class DeviceStateError extends Error {
  override readonly name = 'DeviceStateError';
  readonly code: DeviceStateErrorCode;

  constructor(code: DeviceStateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

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
export class DistrustError extends Error {
  override readonly name = 'DistrustError';
  readonly code: DistrustErrorCode;

  constructor(code: DistrustErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

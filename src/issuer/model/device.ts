/** All times are milliseconds since the Unix epoch. `revision` counts the changes of a row. */
export interface Device {
  readonly deviceReferenceId: string;
  readonly revision: number;
  /** The open registration nonce; absent before the first one is requested and after it was used. */
  readonly nonce?: { readonly value: string; readonly expiresAt: number };
  readonly registration?: DeviceRegistration;
  /** The HPKE context placement that the device last used. */
  readonly hpkeContextMode?: HpkeContextMode;
}

export type HpkeContextMode = 'info' | 'aad' | 'none';

export interface DeviceRegistration {
  /** The device credential key: uncompressed P-256 point, 65 bytes. */
  readonly credentialKey: Uint8Array;
  /** SHA-256 of the leaf certificate. A registration with the same leaf is a retry. */
  readonly leafHash: Uint8Array;
  readonly securityLevel: 'trustedEnvironment' | 'strongBox';
  /** Tag 721 in hardwareEnforced: the key signs only Identity Credential structures. */
  readonly identityCredentialKey: boolean;
  readonly registeredAt: number;
}

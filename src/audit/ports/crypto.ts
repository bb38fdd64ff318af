/** The cryptography that verification needs, of Node or of a browser. Answers may be immediate. */
export interface SealCrypto {
  /** SHA-256, 32 bytes. */
  readonly sha256: Sha256;
  /** Whether a key (uncompressed P-256 point) signed the bytes: ECDSA with SHA-256, r ‖ s. False for a point that is no key. */
  isSigned(point: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
}

export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

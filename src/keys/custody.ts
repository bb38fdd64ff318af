/**
 * Where private keys live. All keys are on P-256 and never leave; the register knows them by the same id.
 * Implementations: files; a PKCS#11 token can stand here too, since no method hands a private key out.
 */
export interface KeyCustody {
  readonly kind: string;
  /** Makes a key pair under the id; answers its public point, 65 bytes. */
  create(keyId: string): Promise<Uint8Array>;
  /** ECDSA with SHA-256, r ‖ s. Rejects when the key is not held here. */
  sign(keyId: string, toBeSigned: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Raw ECDH with a validated 65-byte point: 32 bytes. */
  agree(keyId: string, point: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Removes the private key for good; nothing happens when it is gone already. */
  destroy(keyId: string): Promise<void>;
}

import type { RawSigner } from '../../formats/cose/index.ts';

/** The issuer's keys, as the operations use them, independent of their custody. */
export interface IssuerKeys {
  /** DER certificates of the identity keys: the active one, and during a rotation the next one too. */
  identityCertificates(): Promise<readonly Uint8Array[]>;
  /** Signs with the active identity key. */
  identitySigner(): Promise<RawSigner>;
  /** DER certificate of the active hybrid encryption key. */
  encryptionCertificate(): Promise<Uint8Array>;
  /** The decryption key with this id (upper-case hex serial; leading zeros and case do not matter), while it is active or in grace. */
  decryptionKey(recipientKeyId: string): Promise<DecryptionKey | undefined>;
  documentSigner(): Promise<DocumentSigner>;
}

export interface DecryptionKey {
  /** Our public point, 65 bytes. */
  readonly publicKey: Uint8Array;
  /** Raw ECDH with our private key: 32 bytes. `encapsulatedKey` is a validated 65-byte point. */
  agree(encapsulatedKey: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

export interface DocumentSigner {
  /** Identifies the signer in the cache of templates. */
  readonly keyId: string;
  /** DER, document signer first, IACA root left out (ISO 18013-5 9.1.2.4). */
  readonly certificates: readonly Uint8Array[];
  readonly notBefore: number;
  readonly notAfter: number;
  readonly sign: RawSigner;
}

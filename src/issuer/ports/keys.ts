import type { RawSigner } from '../../formats/cose/index.ts';

/** The issuer's keys, for operations that do not depend on their custody. */
export interface IssuerKeys {
  /** DER certificates of the identity keys: the active one, and during a rotation the next one too. */
  identityCertificates(): Promise<readonly Uint8Array[]>;
  /** Signs with the active identity key. */
  identitySigner(): Promise<RawSigner>;
  /** DER certificate of the active hybrid encryption key. */
  encryptionCertificate(): Promise<Uint8Array>;
  /**
   * The decryption key with this id, if it is active or in grace. The id is the serial number in hex; leading
   * zeros and case do not matter.
   */
  decryptionKey(recipientKeyId: string): Promise<DecryptionKey | undefined>;
  documentSigner(): Promise<DocumentSigner>;
  /** Signs the status lists of a root; undefined as long as there is none. */
  statusSigner(root: string): Promise<CertifiedSigner | undefined>;
}

export interface DecryptionKey {
  /** Our public point, 65 bytes. */
  readonly publicKey: Uint8Array;
  /** The same key as a DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array;
  /** Raw ECDH with our private key, 32 bytes. `encapsulatedKey` is a validated 65-byte point. */
  agree(encapsulatedKey: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** A key with a certificate of the root. */
export interface CertifiedSigner {
  /** Identifies a document signer in the cache of templates. */
  readonly keyId: string;
  /** Key id of the registered root that issued its certificate. */
  readonly root: string;
  /** DER, the signer first, IACA root left out (ISO 18013-5 9.1.2.4). */
  readonly certificates: readonly Uint8Array[];
  readonly notBefore: number;
  readonly notAfter: number;
  readonly sign: RawSigner;
}

export type DocumentSigner = CertifiedSigner;

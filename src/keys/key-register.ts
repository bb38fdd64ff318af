/** What a key is for; each role has its certificate profile. */
export type KeyRole = 'iaca' | 'documentSigner' | 'identity' | 'encryption';

/**
 * `next`: published, not used yet. `grace`: still decrypts, no longer published; a root issues no more.
 * `retired`: gone, and its private key soon.
 */
export type KeyStage = 'next' | 'active' | 'grace' | 'retired';

export interface KeyRecord {
  /** Upper-case hex; the serial number of the certificate, where that was made here. */
  readonly keyId: string;
  readonly role: KeyRole;
  readonly stage: KeyStage;
  /** DER */
  readonly certificate: Uint8Array;
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface KeyRegisterWriter {
  list(): Promise<readonly KeyRecord[]>;
  insert(record: KeyRecord): Promise<void>;
  setStage(keyId: string, stage: KeyStage, at: number): Promise<void>;
}

/** The public side of the keys, shared by all processes; storage implements it. `write` is one transaction. */
export interface KeyRegister {
  list(): Promise<readonly KeyRecord[]>;
  write<T>(use: (writer: KeyRegisterWriter) => Promise<T>): Promise<T>;
}

import type { Actor, AuditEntry, EventOf } from '../audit/entry.ts';

/** What a key is for; each role has its certificate profile. */
export type KeyRole = 'iaca' | 'documentSigner' | 'identity' | 'encryption';

/**
 * `next`: published, not used yet. `grace`: still decrypts, no longer published; a root issues no more.
 * `retired`: used for nothing any more, its private key goes soon. `destroyed`: that is gone.
 */
export type KeyStage = 'next' | 'active' | 'grace' | 'retired' | 'destroyed';

const PAST: readonly string[] = ['retired', 'destroyed'] satisfies readonly KeyStage[];

/** Whether a key is used or will be. */
export const isLive = ({ stage }: { readonly stage: string }): boolean => !PAST.includes(stage);

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

/** A document signer key that was made here and waits for its certificate. */
export interface KeyRequest {
  readonly keyId: string;
  /** PKCS#10, DER. */
  readonly request: Uint8Array;
  readonly createdAt: number;
  /** When it was given up; its private key goes soon. */
  readonly discardedAt?: number;
}

/** What happened to a key, and who did it. */
export interface KeyChange {
  readonly event: EventOf<'key'>;
  readonly actor: Actor;
  readonly at: number;
}

export interface KeyRegisterReader {
  list(): Promise<readonly KeyRecord[]>;
  /** Discarded ones too. */
  requests(): Promise<readonly KeyRequest[]>;
  /** What brought the key to its stage. */
  lastChange(keyId: string): Promise<AuditEntry | undefined>;
}

/** Each change is written to the audit log with it. */
export interface KeyRegisterWriter extends KeyRegisterReader {
  /** The request that there was for the key is fulfilled. */
  insert(record: KeyRecord, change: KeyChange): Promise<void>;
  setStage(record: Pick<KeyRecord, 'keyId' | 'stage'>, stage: KeyStage, change: KeyChange): Promise<void>;
  insertRequest(request: KeyRequest, change: KeyChange): Promise<void>;
  discardRequest(keyId: string, change: KeyChange): Promise<void>;
  /** Of a discarded one, whose private key is gone. */
  dropRequest(keyId: string, change: KeyChange): Promise<void>;
}

/** The public side of the keys, shared by all processes; storage implements it. `write` is one transaction. */
export interface KeyRegister extends KeyRegisterReader {
  write<T>(use: (writer: KeyRegisterWriter) => Promise<T>): Promise<T>;
}

import type { Actor, AuditEntry, Details, EventOf } from '../audit/entry.ts';
import type { Compromise } from '../issuer/ports/compromises.ts';

/** The purpose of a key. Each role has its own certificate profile. */
export type KeyRole = 'iaca' | SignerRole | 'identity' | 'encryption';

/** Roles whose certificates a root issues, here or elsewhere. */
export type SignerRole = 'documentSigner' | 'statusSigner';

/** What people call them. */
export const SIGNER_NAMES: Readonly<Record<SignerRole, string>> = {
  documentSigner: 'document signer',
  statusSigner: 'status signer',
};

/** What people call the keys of all roles. */
export const KEY_NAMES: Readonly<Record<KeyRole, string>> = {
  ...SIGNER_NAMES,
  iaca: 'root',
  identity: 'identity key',
  encryption: 'encryption key',
};

export const isSignerRole = (role: string): role is SignerRole => Object.hasOwn(SIGNER_NAMES, role);

/**
 * `next`: published but not used yet. `grace`: no longer published; an encryption key in grace still
 * decrypts, a root issues no more certificates, a status signer signs the lists of MSOs under an earlier root. `retired`: no longer used, and its private key will be
 * destroyed. `destroyed`: the private key is deleted.
 */
export type KeyStage = 'next' | 'active' | 'grace' | 'retired' | 'destroyed';

const PAST: readonly string[] = ['retired', 'destroyed'] satisfies readonly KeyStage[];

/** Whether a key is in use or will be. */
export const isLive = ({ stage }: { readonly stage: string }): boolean => !PAST.includes(stage);

export interface KeyRecord {
  /** Upper-case hex. If the certificate was made here, its serial number. */
  readonly keyId: string;
  readonly role: KeyRole;
  readonly stage: KeyStage;
  /** DER */
  readonly certificate: Uint8Array;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** A key that was made here for a certificate of an external root, and has no certificate yet. */
export interface KeyRequest {
  readonly keyId: string;
  readonly role: SignerRole;
  /** PKCS#10, DER. */
  readonly request: Uint8Array;
  readonly createdAt: number;
  /** When the request was discarded. The sweep then destroys the private key. */
  readonly discardedAt?: number;
}

/** Who changed a key, and how. */
export interface KeyChange {
  readonly event: EventOf<'key'>;
  readonly actor: Actor;
  readonly at: number;
  readonly details?: Details;
}

export interface KeyRegisterReader {
  list(): Promise<readonly KeyRecord[]>;
  keysOf(role: KeyRole): Promise<readonly KeyRecord[]>;
  /** Includes discarded requests. */
  requests(): Promise<readonly KeyRequest[]>;
  /** The last change of the key's stage. */
  lastChange(keyId: string): Promise<AuditEntry | undefined>;
  compromise(keyId: string): Promise<Compromise | undefined>;
  compromises(): Promise<readonly Compromise[]>;
}

/** Each write also records its change in the audit log. */
export interface KeyRegisterWriter extends KeyRegisterReader {
  /** Adds a key. If there was a certification request for it, removes the request. */
  insert(record: KeyRecord, change: KeyChange): Promise<void>;
  setStage(
    record: Pick<KeyRecord, 'keyId' | 'role' | 'stage'>,
    stage: KeyStage,
    change: KeyChange,
  ): Promise<void>;
  insertCompromise(compromise: Compromise): Promise<void>;
  insertRequest(request: KeyRequest, change: KeyChange): Promise<void>;
  discardRequest(request: KeyRequest, change: KeyChange): Promise<void>;
  /** Removes a discarded request whose private key was destroyed. */
  dropRequest(request: KeyRequest, change: KeyChange): Promise<void>;
}

/**
 * The public data of the keys, shared by all processes and implemented by storage. `write` is one
 * transaction.
 */
export interface KeyRegister extends KeyRegisterReader {
  write<T>(use: (writer: KeyRegisterWriter) => Promise<T>): Promise<T>;
}

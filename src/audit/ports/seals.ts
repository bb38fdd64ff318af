import type { LoggedEntry } from '../entry.ts';

/** An entry as it is sealed. */
export type SealedEntry = LoggedEntry & {
  /** Hides the id of a holder in the seal; absent when it was not sealed yet, or was erased. */
  readonly subjectSalt?: Uint8Array;
  /** The salted digest of the id in the seal; it stays when the holder is erased. */
  readonly subjectDigest?: Uint8Array;
  /** Hides the note in the seal; absent without a note. */
  readonly noteSalt?: Uint8Array;
  /** The salted digest of the note in the seal; it stays when the note is erased. */
  readonly noteDigest?: Uint8Array;
  /** The digest of the details in the seal, if the details are not stored. */
  readonly detailsDigest?: Uint8Array;
};

/** A seal over the entries after the previous seal, up to its own last entry. */
export interface Seal {
  /** Seals are numbered from 1, without a gap. */
  readonly number: number;
  /** The signed text: canonical JSON of a SealStatement. */
  readonly statement: string;
  /** SHA-256 of each line, 32 bytes each. */
  readonly lineDigests: Uint8Array;
  /** ECDSA P-256 with SHA-256 over the statement, r ‖ s. */
  readonly signature: Uint8Array;
}

/** Lines behind one, oldest first: up to another one, or written before a time. */
export interface Stretch {
  readonly after: string;
  readonly upTo?: string;
  readonly before?: number;
  readonly limit: number;
}

export interface SealReader {
  lastSeal(): Promise<Seal | undefined>;
  /** The first seal with a number above this. */
  sealAfter(number: number): Promise<Seal | undefined>;
  sealedEntries(stretch: Stretch): Promise<readonly SealedEntry[]>;
}

export interface SealWriter {
  /** Throws ConflictError when there is one with this number. */
  insertSeal(seal: Seal): Promise<void>;
  saltSubject(changeId: string, salt: Uint8Array): Promise<void>;
}

/** A key that seals, as custody has it. */
export interface SealKey {
  readonly keyId: string;
  /** Uncompressed P-256 point, 65 bytes. */
  readonly point: Uint8Array;
}

/** `digest`: SHA-256 of the point, hex. */
export interface PinnedKey {
  readonly keyId: string;
  readonly digest: string;
}

/** A seal by its number and the digest of its statement. */
export interface SeenSeal {
  readonly number: number;
  readonly digest: string;
}

/**
 * Stores the keys of the seals and their pins outside the database, so that access to the database alone cannot change
 * them.
 */
export interface SealCustody {
  /** Keys that followed one another, each announced by the one before; the last one signs. Undefined: none yet. */
  pinned(): readonly PinnedKey[] | undefined;
  /** False when keys are pinned already. */
  pinFirst(key: PinnedKey): boolean;
  pin(keys: readonly PinnedKey[]): void;
  /** The last seal that was made or verified here. */
  seen(): SeenSeal | undefined;
  remember(seal: SeenSeal): void;
  create(): Promise<SealKey>;
  /** Undefined when it is not held. */
  key(keyId: string): Promise<SealKey | undefined>;
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  destroy(keyId: string): Promise<void>;
}

import type { LoggedEntry } from '../entry.ts';

/** An entry in the form that is sealed. */
export type SealedEntry = LoggedEntry & {
  /**
   * Hides the id of a holder in the seal; absent before the entry is sealed and after the holder is erased.
   */
  readonly subjectSalt?: Uint8Array;
  /** The salted digest of the id in the seal; it stays after the holder is erased. */
  readonly subjectDigest?: Uint8Array;
  /** Hides the note in the seal; absent without a note. */
  readonly noteSalt?: Uint8Array;
  /** The salted digest of the note in the seal; it stays after the note is erased. */
  readonly noteDigest?: Uint8Array;
  /** The same for the message. */
  readonly messageSalt?: Uint8Array;
  readonly messageDigest?: Uint8Array;
  /** The digest of the details in the seal, if the details themselves are not stored. */
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
  /**
   * The right edge of the tree over all entries up to this seal (edgeBytes). It follows from the digests of all seals and
   * saves reading them. Absent in seals from before the tree.
   */
  readonly edge?: Uint8Array;
}

/** Lines after a given line, oldest first: up to another given line, or up to a time. */
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
  /** Throws ConflictError if there is a seal with this number. */
  insertSeal(seal: Seal): Promise<void>;
  saltSubject(changeId: string, salt: Uint8Array): Promise<void>;
  /** Deletes all entries up to the last one that this seal covers, and the seals before it with their time stamps. */
  purgeBefore(seal: Seal): Promise<void>;
}

/** A key that signs seals, in its custody. */
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

/** A seal, identified by its number and the digest of its statement. */
export interface SeenSeal {
  readonly number: number;
  readonly digest: string;
}

/**
 * Stores the seal keys and the pins outside the database, so that access to the database alone cannot change
 * them.
 */
export interface SealCustody {
  /**
   * The chain of pinned keys, each announced by the one before. The last one signs. Undefined if no key is
   * pinned yet.
   */
  pinned(): readonly PinnedKey[] | undefined;
  /** False if keys are already pinned. */
  pinFirst(key: PinnedKey): boolean;
  pin(keys: readonly PinnedKey[]): void;
  /** The last seal that was made or verified here. */
  seen(): SeenSeal | undefined;
  remember(seal: SeenSeal): void;
  create(): Promise<SealKey>;
  /** Undefined if this server does not have the key. */
  key(keyId: string): Promise<SealKey | undefined>;
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  destroy(keyId: string): Promise<void>;
}

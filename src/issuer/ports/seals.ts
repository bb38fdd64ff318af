import type { TrailedChange } from './trail.ts';

/** A line of the trail as it is sealed. */
export interface SealedChange extends TrailedChange {
  /** Hides the id of a holder in the seal; absent when it was not sealed yet, or was erased. */
  readonly subjectSalt?: Uint8Array;
  /** What the seal has in place of the id; kept when the holder is erased. */
  readonly subjectDigest?: Uint8Array;
}

/** A seal over the lines behind the seal before, up to its own last one. */
export interface Seal {
  /** From 1 on, without a gap. */
  readonly number: number;
  /** What was signed: canonical JSON of a SealStatement. */
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
  sealedChanges(stretch: Stretch): Promise<readonly SealedChange[]>;
}

export interface SealWriter {
  /** Throws ConflictError when there is one with this number. */
  insertSeal(seal: Seal): Promise<void>;
  saltSubject(changeId: string, salt: Uint8Array): Promise<void>;
}

/** Signs seals; the private key never leaves its custody. */
export interface SealSigner {
  /** The key that signs from now on: that of the last seal if it is held here, else a new one. Its 65-byte point. */
  key(before: string | undefined): Promise<{ readonly keyId: string; readonly point: Uint8Array }>;
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
}

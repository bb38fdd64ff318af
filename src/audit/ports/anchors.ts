import type { Seal } from './seals.ts';

/** `folder`: write-once files. `rfc3161`: tokens of a time-stamp authority. `witness`: cosignatures of a witness. */
export type AnchorKind = 'folder' | 'rfc3161' | 'witness';

/** A token of a time-stamp authority over a seal. */
export interface TimeStamp {
  /** Number of the seal. */
  readonly seal: number;
  /** URL of the authority. */
  readonly authority: string;
  /** DER, RFC 3161. */
  readonly token: Uint8Array;
}

export type StoredTimeStamp = Omit<TimeStamp, 'seal'>;

/** A checkpoint of the tree of a seal, signed by a witness. */
export interface Cosignature {
  /** Number of the seal. */
  readonly seal: number;
  /** Id of the key of the witness, `NAME+ID`. */
  readonly witness: string;
  /** The checkpoint with its signatures (C2SP signed-note). */
  readonly note: string;
}

export type StoredCosignature = Omit<Cosignature, 'seal'>;

/** What a place gave for a seal; folders give nothing. */
export type Anchored =
  | { readonly timeStamp: StoredTimeStamp }
  | { readonly cosignature: StoredCosignature }
  | undefined;

/** What is stored about a place where seals are anchored. */
export interface AnchorState {
  /** Name of the place. */
  readonly place: string;
  /** The next anchor is made at this time or later. */
  readonly dueAt: number;
  /** The newest anchor; absent before the first one. */
  readonly newest?: {
    readonly seal: number;
    /** Digest of the statement. */
    readonly head: string;
    readonly at: number;
  };
}

export interface AnchorReader {
  anchorState(place: string): Promise<AnchorState | undefined>;
  /** The tokens over the statement with this digest. */
  timeStamps(head: string): Promise<readonly StoredTimeStamp[]>;
  /** The cosignatures of the seal with this digest. */
  cosignatures(head: string): Promise<readonly StoredCosignature[]>;
}

export interface AnchorWriter {
  saveAnchorState(state: AnchorState): Promise<void>;
  saveTimeStamp(head: string, timeStamp: StoredTimeStamp): Promise<void>;
  saveCosignature(head: string, cosignature: StoredCosignature): Promise<void>;
}

/** Why no anchor was made; the code has fixed words. */
export class AnchorFault extends Error {
  override readonly name = 'AnchorFault';
}

/** Where seals are anchored. */
export interface AnchorPlace {
  readonly kind: AnchorKind;
  /** A folder by its path, an authority or a witness by its URL. */
  readonly name: string;
  /** Milliseconds between two anchors, at least. */
  readonly every: number;
  /** Anchors a seal; resolves with what is to be stored. @throws AnchorFault */
  anchor(seal: Seal, now: number): Promise<Anchored>;
  close(): Promise<void>;
}

import type { ProofingState, RejectionCause } from '../model/index.ts';

/**
 * 32 bytes by which a pre-authorization code is known where it is kept. Keyed: whoever has the database alone cannot
 * try codes against it, however short they are.
 */
export type CodeDigest = (text: string) => Uint8Array;

/** Counts an attempt with a code, by its keyed digest. Rejects, before anything is looked up, when there were too many. */
export type LimitCode = (codeHash: Uint8Array) => Promise<void>;

/** A proofing that was begun, for logs and metrics: no personal data, no code. */
export interface BegunProofing {
  readonly proofingId: string;
  readonly state: ProofingState;
  /** Of a rejected one: what stood in the way, and the identifier that went out with it. */
  readonly cause?: RejectionCause;
  readonly issuerRejectionIdentifier?: string;
  /** With this one the wrong codes of all devices reached their limit. */
  readonly alarm: boolean;
}

/** Told once the write is kept, and once for each proofing. */
export type ObserveProofing = (begun: BegunProofing) => void;

import type { ProofingState, RejectionCause } from '../model/index.ts';

/**
 * The 32-byte digest under which a pre-authorization code is stored. It is keyed, so that a copy of the database is not
 * enough to guess codes, however short they are.
 */
export type CodeDigest = (text: string) => Uint8Array;

/** Counts an attempt with a code, by its keyed digest. Rejects, before anything is looked up, when there were too many. */
export type LimitCode = (codeHash: Uint8Array) => Promise<void>;

/** A proofing that was begun, for logs and metrics: no personal data, no code. */
export interface BegunProofing {
  readonly proofingId: string;
  readonly state: ProofingState;
  /** Of a rejected one: the reason, and the error identifier that the wallet got. */
  readonly cause?: RejectionCause;
  readonly issuerRejectionIdentifier?: string;
  /** With this one the wrong codes of all devices reached their limit. */
  readonly alarm: boolean;
}

/** Called once for each proofing, after its transaction is committed. */
export type ObserveProofing = (begun: BegunProofing) => void;

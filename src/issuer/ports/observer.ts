import type { ProofingState, RejectionCause } from '../model/index.ts';

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

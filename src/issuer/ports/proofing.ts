import type { CheckedRecord, Finding, ProofingState, RejectionCause } from '../model/index.ts';

/**
 * The 32-byte digest under which a pre-authorization code is stored. It is keyed, so that even short codes
 * cannot be guessed from a copy of the database.
 */
export type CodeDigest = (text: string) => Uint8Array;

/**
 * Counts an attempt with a code by its keyed digest, before the code is looked up. Rejects after too many
 * attempts.
 */
export type LimitCode = (codeHash: Uint8Array) => Promise<void>;

/** A started proofing, for logs and metrics, without personal data and without the code. */
export interface BegunProofing {
  readonly proofingId: string;
  readonly state: ProofingState;
  /** If it was rejected: the reason and the identifier that the wallet received. */
  readonly cause?: RejectionCause;
  readonly issuerRejectionIdentifier?: string;
  /** Whether the wrong code of this proofing made the count of all devices reach its limit. */
  readonly alarm: boolean;
}

/** Called once for each proofing, after its transaction is committed. */
export type ObserveProofing = (begun: BegunProofing) => void;

export type RecordLookup =
  | { readonly outcome: 'found'; readonly record: CheckedRecord }
  /** The system answered that there is no record to issue. */
  | { readonly outcome: 'refused'; readonly cause: RejectionCause; readonly findings?: readonly Finding[] }
  /** The lookup failed; a later one may succeed. */
  | { readonly outcome: 'unavailable' };

/** For what a code is looked up. */
export interface CodeClaim {
  /** The id of the proofing, if the wallet chose one. A repeated lookup with the same code and id is a retry and gets the same answer. */
  readonly claimId: string;
  readonly deviceReferenceId: string;
  readonly requestId: string;
}

/**
 * The issuer's own system of record, which replaces the built-in table. A lookup may take seconds, so it runs
 * outside of transactions. It never rejects.
 */
export interface RecordSource {
  /** Looks up the record of a code, and uses up the code. */
  byCode(code: string, claim: CodeClaim): Promise<RecordLookup>;
  /** The current record of a holder. */
  byId(holderId: string, requestId: string): Promise<RecordLookup>;
}

import type { CheckedRecord, Finding, ProofingState, RejectionCause } from '../model/index.ts';

/**
 * The 32-byte digest under which a pre-authorization code is stored. It is keyed, so that a copy of the database is not
 * enough to guess codes, however short they are.
 */
export type CodeDigest = (text: string) => Uint8Array;

/**
 * Counts an attempt with a code, by its keyed digest. Rejects after too many attempts, before the code is looked up.
 */
export type LimitCode = (codeHash: Uint8Array) => Promise<void>;

/** A started proofing, for logs and metrics, without personal data or the code. */
export interface BegunProofing {
  readonly proofingId: string;
  readonly state: ProofingState;
  /** If it was rejected: the reason and the identifier that the wallet received. */
  readonly cause?: RejectionCause;
  readonly issuerRejectionIdentifier?: string;
  /** Whether this proofing made the wrong codes of all devices reach their limit. */
  readonly alarm: boolean;
}

/** Called once for each proofing, after its transaction is committed. */
export type ObserveProofing = (begun: BegunProofing) => void;

export type RecordLookup =
  | { readonly outcome: 'found'; readonly record: CheckedRecord }
  /** The system answered, and there is no record to issue. */
  | { readonly outcome: 'refused'; readonly cause: RejectionCause; readonly findings?: readonly Finding[] }
  /** The lookup failed; a later one may succeed. */
  | { readonly outcome: 'unavailable' };

/** The proofing for which a code is looked up. */
interface CodeClaim {
  /** A repeated lookup with the same code and id is a retry and gets the same answer. */
  readonly claimId: string;
  readonly deviceReferenceId: string;
  readonly requestId: string;
}

/**
 * The issuer's own system of record, in place of the built-in table. A lookup may take seconds, so it runs outside any
 * transaction. It never rejects.
 */
export interface RecordSource {
  /** Looks up the record that a code belongs to, and uses the code up. */
  byCode(code: string, claim: CodeClaim): Promise<RecordLookup>;
  /** The current record of a holder. */
  byId(holderId: string, requestId: string): Promise<RecordLookup>;
}

import type { CheckedRecord, Finding, ProofingState, RejectionCause } from '../model/index.ts';

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

export type RecordLookup =
  | { readonly outcome: 'found'; readonly record: CheckedRecord }
  /** The system answered, and there is no record to issue. */
  | { readonly outcome: 'refused'; readonly cause: RejectionCause; readonly findings?: readonly Finding[] }
  /** The lookup failed; a later one may succeed. */
  | { readonly outcome: 'unavailable' };

/** For which proofing a code is looked up. */
interface CodeClaim {
  /** The same code under the same id is a retry and is answered the same. */
  readonly claimId: string;
  readonly deviceReferenceId: string;
  readonly requestId: string;
}

/**
 * The issuer's own system of record, where there is one in place of the built-in table. A lookup takes up to
 * seconds, so it is made outside any transaction. It answers and never throws.
 */
export interface RecordSource {
  /** Looks up the record that a code belongs to, and uses the code up. */
  byCode(code: string, claim: CodeClaim): Promise<RecordLookup>;
  /** The current record of a holder. */
  byId(holderId: string, requestId: string): Promise<RecordLookup>;
}

import type { CheckedRecord, Finding, RejectionCause } from '../model/index.ts';

export type RecordLookup =
  | { readonly outcome: 'found'; readonly record: CheckedRecord }
  /** The system answered, and there is no record to issue. */
  | { readonly outcome: 'refused'; readonly cause: RejectionCause; readonly findings?: readonly Finding[] }
  /** The lookup failed; a later one may succeed. */
  | { readonly outcome: 'unavailable' };

/** For which proofing a code is looked up. */
export interface CodeClaim {
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

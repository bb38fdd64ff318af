export interface Holder {
  readonly holderId: string;
  readonly revision: number;
  readonly documentType: string;
  readonly state: 'active' | 'revoked';
  /** Counts the changes of the data. */
  readonly recordVersion: number;
  /**
   * The record: `{ + namespace => [ + [element identifier, value] ] }` in CBOR, with values in shortest form.
   */
  readonly record: Uint8Array;
  /** The day, `YYYY-MM-DD`, on which an element that is derived from the date of birth changes next. */
  readonly changesOn?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A holder without the record, which is large. */
export interface HolderSummary extends Pick<Holder, 'holderId' | 'documentType' | 'state' | 'recordVersion'> {
  /** No other record that was ever stored has the same stamp. */
  readonly recordStamp: string;
}

export interface PreAuthorizationCode {
  /** Identifies the code in places where the code itself must not appear. */
  readonly codeId: string;
  /** Keyed digest of the code; the code itself is never stored. */
  readonly codeHash: Uint8Array;
  readonly holderId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The proofing that used the code. */
  readonly usedBy?: string;
  readonly revokedAt?: number;
  /** Keyed digest of the second secret that the holder got on another way; absent if there is none. */
  readonly txCodeHash?: Uint8Array;
}

type Severity = 'error' | 'warning';

/** A problem of a record. Errors refuse the record. A finding contains none of the record's values. */
export interface Finding {
  /** Name of the rule; it does not change. */
  readonly id: string;
  readonly severity: Severity;
  /** The clause of the rule: `ISO/IEC 18013-5 7.2.1`. */
  readonly rule: string;
  /** The requirement on issuers to which the rule belongs, by its name in docs/reference/requirements.md. */
  readonly requirement?: string;
  /**
   * `namespace/identifier`, followed by members and indices; empty if the finding concerns the whole record.
   */
  readonly path: string;
  /** What is wrong and, if useful, what to do. Completes the sentence that begins with the path. */
  readonly problem: string;
}

export const isError = ({ severity }: Pick<Finding, 'severity'>): boolean => severity === 'error';

/** A record that fits its document type. */
export interface CheckedRecord {
  readonly holderId: string;
  readonly documentType: string;
  /** The record in the encoding of `Holder.record`. */
  readonly record: Uint8Array;
  /** The first day, `YYYY-MM-DD`, on which a derived element changes. */
  readonly changesOn?: string;
}

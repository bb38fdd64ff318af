export interface Holder {
  readonly holderId: string;
  readonly revision: number;
  readonly documentType: string;
  readonly state: 'active' | 'revoked';
  /** Counts the changes of the data. */
  readonly recordVersion: number;
  /** The record: `{ + namespace => [ + [element identifier, value] ] }` in CBOR, values shortest form. */
  readonly record: Uint8Array;
  /** The day, `YYYY-MM-DD`, on which an element that follows from the date of birth will be another. */
  readonly changesOn?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PreAuthorizationCode {
  /** Identifies the code where the code itself must not appear. */
  readonly codeId: string;
  /** Keyed digest of the code; the code itself is never stored. */
  readonly codeHash: Uint8Array;
  readonly holderId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The proofing that used it. */
  readonly usedBy?: string;
  readonly revokedAt?: number;
}

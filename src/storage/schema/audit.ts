/**
 * Tables of the audit log. `state_change` and `trail_seal` have the names that they had when they held the issuer's changes
 * alone: another name would cost a migration that copies the log, and gain nothing.
 */
export interface AuditTables {
  /** One row for each change. Times are milliseconds since the epoch. */
  state_change: {
    /** Sorts by time. */
    change_id: string;
    subject: string;
    subject_id: string;
    event: string;
    from_state: string | null;
    to_state: string | null;
    actor: string;
    request_id: string | null;
    /** Who made it, by the actor: id of an operator, of the caller of the mediation interface, or of a user. */
    operator_id: string | null;
    approver_id: string | null;
    reason: string | null;
    /** JSON list of names. */
    concerns: string | null;
    at: number;
    /** The seal has a salted digest of the holder's id; on erasure the digest replaces the salt. */
    subject_salt: Uint8Array | null;
    subject_digest: Uint8Array | null;
    /**
     * Free text of an operator. The seal has its salted digest, which replaces the note and salt on erasure.
     */
    note: string | null;
    note_salt: Uint8Array | null;
    note_digest: Uint8Array | null;
    publisher_id: string | null;
    method: string | null;
    /** JSON of the resource before and after. */
    details: string | null;
    /** SHA-256 of the details as canonical JSON; they are sealed by it. */
    details_digest: Uint8Array | null;
  };
  /** The chain of seals over the log. */
  trail_seal: {
    seal_number: number;
    /** JSON, as it was signed. */
    statement: string;
    /** 32 bytes for each line, in their order. */
    line_digests: Uint8Array;
    signature: Uint8Array;
  };
  /** The settings of the last start; one row. */
  configuration_baseline: {
    baseline_id: string;
    digest: string;
    /** JSON of the digests of the settings by their names. */
    content: string;
    started_at: number;
  };
  /** Changes of publishers from before there was one log; their rows are moved to it (see move-mediation-entries.ts). */
  mediation_audit: {
    entry_id: string;
    publisher_id: string;
    at: number;
    subject: string;
    request_id: string;
    method: string;
    resource: string;
    /** JSON. */
    before: string | null;
    /** JSON. */
    after: string | null;
  };
}

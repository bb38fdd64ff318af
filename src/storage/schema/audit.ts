/**
 * Tables of the audit log. `state_change` and `trail_seal` got their names when they had only the issuer's
 * changes. Renaming them would need a migration that copies the log.
 */
export interface AuditTables {
  /** One row for each change. Times are milliseconds since the epoch. */
  state_change: {
    /** Ids sort by time. */
    change_id: string;
    subject: string;
    subject_id: string;
    event: string;
    from_state: string | null;
    to_state: string | null;
    actor: string;
    request_id: string | null;
    /**
     * Id of the author, depending on the kind of actor: an operator, a caller of the mediation interface, or
     * a user.
     */
    operator_id: string | null;
    approver_id: string | null;
    reason: string | null;
    /** JSON list of names. */
    concerns: string | null;
    at: number;
    /**
     * The seal has a salted digest of the holder's id. When the holder is erased, the digest replaces the
     * salt.
     */
    subject_salt: Uint8Array | null;
    subject_digest: Uint8Array | null;
    /**
     * Free text of an operator. The seal has a salted digest of it, which replaces the note and its salt when
     * the note is erased.
     */
    note: string | null;
    note_salt: Uint8Array | null;
    note_digest: Uint8Array | null;
    /** Salt and note, encrypted with the key of their holder, instead of `note` and `note_salt`. */
    note_sealed: Uint8Array | null;
    /** Canonical JSON of the message that the wallet platform gets, with the same columns as the note. */
    message?: string | null;
    message_salt?: Uint8Array | null;
    message_digest?: Uint8Array | null;
    message_sealed?: Uint8Array | null;
    publisher_id: string | null;
    method: string | null;
    /** JSON of the resource before and after. */
    details: string | null;
    /** The same JSON, compressed, instead of `details`; and its length. */
    details_deflated: Uint8Array | null;
    details_length: number | null;
    /** SHA-256 of the details as canonical JSON, which the seal covers. */
    details_digest: Uint8Array | null;
    /** 1 until the indexes have the entry (src/storage/audit/unindexed-entries.ts). */
    unindexed: number | null;
  };
  /** The chain of seals over the log. */
  trail_seal: {
    seal_number: number;
    /** The JSON text that was signed. */
    statement: string;
    /** Digests of 32 bytes each, in the order of the lines. */
    line_digests: Uint8Array;
    signature: Uint8Array;
    /** Of the tree of all lines so far: hashes of 32 bytes. */
    edge: Uint8Array | null;
  };
  /** Tokens of time-stamp authorities over seals. */
  seal_time_stamp: {
    /** Digest of the statement of the seal. After a reset, the number of a lost seal is given again. */
    head: string;
    /** URL. */
    authority: string;
    token: Uint8Array;
  };
  /** Where seals are anchored: when the next anchor is due, and the newest one. */
  anchor_place: {
    /** Path of the folder, or URL of the authority. */
    place: string;
    due_at: number;
    seal_number: number | null;
    head: string | null;
    anchored_at: number | null;
  };
  /** The settings at the last start; one row. */
  configuration_baseline: {
    baseline_id: string;
    digest: string;
    /** JSON of the digests of the settings, by name. */
    content: string;
    started_at: number;
  };
}

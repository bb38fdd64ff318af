/** Tables of the issuer panel. Times are milliseconds since the epoch; JSON columns hold text. */
export interface IssuerTables {
  device: {
    device_reference_id: string;
    revision: number;
    nonce: string | null;
    nonce_expires_at: number | null;
    credential_key: Uint8Array | null;
    leaf_hash: Uint8Array | null;
    security_level: string | null;
    identity_credential_key: number | null;
    /** 0 until the device is registered; NULL instead, if a version before 006-devices-by-time stored the device. */
    registered_at: number | null;
    /** Leaves a row out of the unique index of keys. Only benchmarks and tests set it. */
    shares_key: number | null;
    hpke_context_mode: string | null;
  };
  proofing: {
    proofing_id: string;
    revision: number;
    device_reference_id: string;
    state: string;
    holder_id: string | null;
    evidence_hash: Uint8Array;
    reverifies_credential_id: string | null;
    /** JSON of the Rejected or Challenged message, without the texts in `texts_sealed`. */
    detail: string | null;
    /** Free texts of `detail` by their place, encrypted with the key of the holder. */
    texts_sealed?: Uint8Array | null;
    rejection_cause: string | null;
    end_cause: string | null;
    /** SHA-256 of a SubjectPublicKeyInfo. */
    identity_key_hash: Uint8Array | null;
    /** issuerRejectionIdentifier of the primary rejection. */
    rejection_id: string | null;
    deadline_at: number | null;
    created_at: number;
    decided_at: number | null;
  };
  /** Claims of proofings. */
  proofing_claim: {
    proofing_id: string;
    operator_id: string;
    claimed_at: number;
    expires_at: number;
  };
  credential: {
    credential_id: string;
    revision: number;
    device_reference_id: string;
    proofing_id: string;
    holder_id: string;
    /** SHA-256 of a SubjectPublicKeyInfo. */
    identity_key_hash: Uint8Array | null;
    state: string;
    version_id: string;
    record_version: number;
    proof_of_provisioning_hash: Uint8Array | null;
    /** JSON of the UserActionRequired message. */
    user_action_required: string | null;
    deadline_at: number | null;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
    /** Null: the wallet platform. */
    channel?: string | null;
  };
  holder: {
    holder_id: string;
    revision: number;
    document_type: string;
    state: string;
    record_version: number;
    /** Encrypted if the holder has a key. */
    record: Uint8Array;
    /** YYYY-MM-DD */
    changes_on: string | null;
    /** Version of the record from which the rows of holder_search were made. */
    searched_version?: number | null;
    created_at: number;
    updated_at: number;
  };
  /** The record of a holder before its last change. */
  earlier_record: {
    holder_id: string;
    record_version: number;
    /** Encrypted with the key of the holder. */
    record: Uint8Array;
    replaced_at: number;
  };
  /** The key that encrypts the record of a holder and its stored MSOs, encrypted by the key of an epoch. */
  holder_key: {
    holder_id: string;
    epoch: number;
    wrapped: Uint8Array;
  };
  /** Keyed digests by which a search finds holders. */
  holder_search: {
    digest: Uint8Array;
    holder_id: string;
  };
  pre_authorization_code: {
    code_id: string;
    code_hash: Uint8Array;
    holder_id: string;
    created_at: number;
    expires_at: number;
    used_by: string | null;
    revoked_at: number | null;
    tx_code_hash?: Uint8Array | null;
    tx_code_failures?: number | null;
  };
  code_attempt: {
    subject: string;
    failures: number;
    window_ends_at: number;
  };
  issued_mso: {
    key_hash: Uint8Array;
    credential_id: string;
    version_id: string;
    batch_id: string;
    batch_size: number;
    /** Encrypted if the holder has a key. */
    static_auth_data: Uint8Array | null;
    expires_at: number;
    /** The entry in a status list; null if the MSO has none, or if its holder was erased. */
    status_list_no: number | null;
    status_idx: number | null;
    /** Number of the document signer. */
    signer?: number | null;
  };
  status_list: {
    list_no: number;
    name: string;
    /** Key id of the root of its MSOs and of its signer. */
    root: string;
    base_uri: string;
    period_end: number;
    entries: number;
    /** Counters below it are used or reserved by a process. */
    reserved: number;
    created_at: number;
    /** When the list got no more MSOs although it was not full. */
    closed_at: number | null;
  };
  /** The newest token of each list. */
  status_publication: {
    list_no: number;
    number: number;
    /** 0 before the first publication. */
    issued_at: number;
    expires_at: number;
    claimed_at: number | null;
    token: Uint8Array | null;
  };
  /** Entries whose bits are set. */
  status_revoked: {
    list_no: number;
    idx: number;
  };
  /** Versions of credentials whose entries are revoked when the device has MSOs of the next version, or at `due_at`. */
  status_superseded: {
    credential_id: string;
    version_id: string;
    due_at: number;
  };
  approval: {
    approval_id: string;
    revision: number;
    state: string;
    method: string;
    arguments: string | null;
    /** The note of the arguments, if it is stored encrypted. */
    note_sealed: Uint8Array | null;
    requested_by: string;
    request_id: string;
    decided_by: string | null;
    failure: string | null;
    created_at: number;
    deadline_at: number | null;
    ended_at: number | null;
  };
  /** Orders to delete nothing; lifted ones stay. */
  legal_hold: {
    hold_id: string;
    /** Null for a span of time. */
    holder_id: string | null;
    from_at: number;
    to_at: number | null;
    reason: string;
    review_at: number;
    placed_at: number;
    lifted_at: number | null;
  };
  /** When each kind of data is purged next. */
  retention_purge: {
    kind: string;
    due_at: number;
    so_far: number;
    done_at: number | null;
  };
  /** One row: which time the sweeps believe. */
  clock_sight: {
    sight_id: string;
    believed_at: number;
    ahead_since: number | null;
  };
  /** Notifications for the wallet platform; one row for each subject. */
  outbox_entry: {
    /** Ids sort by time. */
    entry_id: string;
    revision: number;
    subject: string;
    subject_id: string;
    created_at: number;
    changed_at: number;
    attempts: number;
    /** Null after delivery was given up. */
    next_attempt_at: number | null;
    fault: string | null;
  };
  handled_request: {
    /** Ids sort by time. */
    entry_id: string;
    request_id: string;
    error_id: string | null;
    /** Reason of the refusal. If the request was not refused, this, the operation and the device are null. */
    refused: string | null;
    operation: string | null;
    device_reference_id: string | null;
    /** JSON of the HandledRequest. */
    content: string;
  };
  request_count: {
    /** Start of the hour, milliseconds since the epoch. */
    hour: number;
    interface: string;
    operation: string;
    outcome: string;
    requests: number;
  };
}

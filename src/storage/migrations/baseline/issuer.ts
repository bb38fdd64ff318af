/** State of the issuer panel. */
export const issuer = `
create table device (
  device_reference_id text not null primary key,
  revision integer not null,
  nonce text,
  nonce_expires_at bigint,
  credential_key bytes,
  leaf_hash bytes,
  security_level text,
  identity_credential_key integer,
  registered_at bigint,
  hpke_context_mode text,
  shares_key integer
);
create unique index device_by_credential_key on device (credential_key)
  where shares_key is null;
create index device_sharing_key on device (credential_key)
  where shares_key is not null;

create table proofing (
  proofing_id text not null primary key,
  revision integer not null,
  device_reference_id text not null,
  state text not null,
  holder_id text,
  evidence_hash bytes not null,
  reverifies_credential_id text,
  detail text,
  deadline_at bigint,
  created_at bigint not null,
  decided_at bigint,
  rejection_cause text,
  end_cause text,
  identity_key_hash bytes,
  rejection_id text,
  texts_sealed bytes
);
create index proofing_deadline on proofing (deadline_at);
create index proofing_by_state on proofing (state, proofing_id);
create index proofing_by_holder_id on proofing (holder_id, proofing_id);
create index proofing_by_device_reference_id on proofing (device_reference_id, proofing_id);
create index proofing_holder on proofing (holder_id);
create index proofing_by_created_at on proofing (created_at, proofing_id);
create index proofing_by_state_created_at on proofing (state, created_at, proofing_id);
create index proofing_by_state_deadline_at on proofing (state, deadline_at, proofing_id);
create index proofing_by_rejection_id on proofing (rejection_id)
  where rejection_id is not null;
create index proofing_decisions_by_created_at on proofing (created_at, state, rejection_cause, decided_at);

create table credential (
  credential_id text not null primary key,
  revision integer not null,
  device_reference_id text not null,
  proofing_id text not null,
  holder_id text not null,
  state text not null,
  version_id text not null,
  record_version integer not null,
  proof_of_provisioning_hash bytes,
  user_action_required text,
  deadline_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  identity_key_hash bytes,
  channel text
);
create index credential_device on credential (device_reference_id);
create index credential_proofing on credential (proofing_id);
create index credential_holder on credential (holder_id);
create index credential_by_state on credential (state, credential_id);
create index credential_by_created_at on credential (created_at, credential_id);
create index credential_by_state_created_at on credential (state, created_at, credential_id);
create index credential_deadline on credential (deadline_at, credential_id)
  where deadline_at is not null;

create table holder (
  holder_id text not null primary key,
  revision integer not null,
  document_type text not null,
  state text not null,
  record_version integer not null,
  record bytes not null,
  created_at bigint not null,
  updated_at bigint not null,
  changes_on text,
  searched_version integer
);
create index holder_changes_on on holder (changes_on);
create index holder_by_created_at on holder (created_at, holder_id);
create index holder_to_index on holder (holder_id)
  where searched_version is null or searched_version <> record_version;

create table issued_mso (
  key_hash bytes not null primary key,
  credential_id text not null,
  version_id text not null,
  batch_id text not null,
  batch_size integer not null,
  static_auth_data bytes,
  expires_at bigint not null,
  status_list_no integer,
  status_idx integer,
  signer bigint
);
create index issued_mso_credential on issued_mso (credential_id);
create index issued_mso_to_purge on issued_mso (expires_at)
  where static_auth_data is not null;
create unique index issued_mso_status on issued_mso (status_list_no, status_idx)
  where status_list_no is not null;

create table handled_request (
  entry_id text not null primary key,
  request_id text not null,
  error_id text,
  content text not null,
  refused text,
  operation text,
  device_reference_id text
);
create index handled_request_id on handled_request (request_id);
create index handled_request_error on handled_request (error_id)
  where error_id is not null;
create index handled_request_by_refused on handled_request (refused, entry_id)
  where refused is not null;
create index handled_request_by_operation on handled_request (operation, entry_id)
  where operation is not null;
create index handled_request_by_device_reference_id on handled_request (device_reference_id, entry_id)
  where device_reference_id is not null;
create index handled_request_refused on handled_request (entry_id)
  where refused is not null;

create table pre_authorization_code (
  code_id text not null primary key,
  code_hash bytes not null unique,
  holder_id text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_by text,
  revoked_at bigint,
  tx_code_hash bytes,
  tx_code_failures integer
);
create index pre_authorization_code_holder on pre_authorization_code (holder_id, code_id);
create index pre_authorization_code_expiry on pre_authorization_code (expires_at);

create table code_attempt (
  subject text not null primary key,
  failures integer not null,
  window_ends_at bigint not null
);
create index code_attempt_window on code_attempt (window_ends_at);

create table approval (
  approval_id text not null primary key,
  revision integer not null,
  state text not null,
  method text not null,
  arguments text,
  requested_by text not null,
  request_id text not null,
  decided_by text,
  failure text,
  created_at bigint not null,
  deadline_at bigint,
  ended_at bigint,
  note_sealed bytes
);
create index approval_deadline on approval (deadline_at);
create index approval_by_created_at on approval (created_at, approval_id);
create index approval_by_ended_at on approval (ended_at);

create table outbox_entry (
  entry_id text not null primary key,
  revision integer not null,
  subject text not null,
  subject_id text not null,
  created_at bigint not null,
  changed_at bigint not null,
  attempts integer not null,
  next_attempt_at bigint,
  fault text
);
create unique index outbox_entry_by_subject on outbox_entry (subject, subject_id);
create index outbox_entry_by_next_attempt on outbox_entry (next_attempt_at);

create table proofing_claim (
  proofing_id text not null primary key,
  operator_id text not null,
  claimed_at bigint not null,
  expires_at bigint not null
);
create index proofing_claim_expiry on proofing_claim (expires_at);

create table holder_search (
  digest bytes not null,
  holder_id text not null,
  constraint holder_search_key primary key (digest, holder_id)
);
create index holder_search_holder on holder_search (holder_id);

create table request_count (
  hour bigint not null,
  interface text not null,
  operation text not null,
  outcome text not null,
  requests bigint not null,
  constraint request_count_key primary key (hour, interface, operation, outcome)
);

create table status_list (
  list_no integer not null primary key,
  name text not null unique,
  base_uri text not null,
  period_end bigint not null,
  entries integer not null,
  reserved integer not null,
  created_at bigint not null,
  closed_at bigint,
  root text
);
create index status_list_by_period on status_list (period_end, base_uri);

create table status_publication (
  list_no integer not null primary key,
  number integer not null,
  issued_at bigint not null,
  expires_at bigint not null,
  claimed_at bigint,
  token bytes
);

create table status_revoked (
  list_no integer not null,
  idx integer not null,
  constraint status_revoked_pk primary key (list_no, idx)
) clustered;

create table status_superseded (
  credential_id text not null,
  version_id text not null,
  due_at bigint not null,
  constraint status_superseded_pk primary key (credential_id, version_id)
);
create index status_superseded_due on status_superseded (due_at);

create table retention_purge (
  kind text not null primary key,
  due_at bigint not null,
  so_far bigint not null,
  done_at bigint
);

create table holder_key (
  holder_id text not null primary key,
  epoch integer not null,
  wrapped bytes not null
) clustered;
create index holder_key_by_epoch on holder_key (epoch);

create table legal_hold (
  hold_id text not null primary key,
  holder_id text,
  from_at bigint not null,
  to_at bigint,
  reason text not null,
  review_at bigint not null,
  placed_at bigint not null,
  lifted_at bigint
);
create index legal_hold_placed on legal_hold (placed_at, hold_id);

create table clock_sight (
  sight_id text not null primary key,
  believed_at bigint not null,
  ahead_since bigint
);
`;

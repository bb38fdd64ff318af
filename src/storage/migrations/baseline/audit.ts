/** The audit log, its seals and anchors, and the settings of each start. */
export const audit = `
create table state_change (
  change_id text not null primary key,
  subject text not null,
  subject_id text not null,
  event text not null,
  from_state text,
  to_state text,
  actor text not null,
  request_id text,
  at bigint not null,
  operator_id text,
  reason text,
  approver_id text,
  concerns text,
  subject_salt bytes,
  subject_digest bytes,
  note text,
  note_salt bytes,
  note_digest bytes,
  publisher_id text,
  method text,
  details text,
  details_digest bytes,
  unindexed integer,
  details_deflated bytes,
  details_length integer,
  note_sealed bytes
);
create index state_change_console_sign_in on state_change (operator_id, change_id)
  where subject = 'consoleSession' and event = 'signIn';
create index state_change_subject on state_change (subject, subject_id, change_id, unindexed)
  where unindexed is null;
create index state_change_by_request_id on state_change (request_id, change_id)
  where unindexed is null;
create index state_change_by_operator_id on state_change (operator_id, change_id)
  where unindexed is null;
create index state_change_by_publisher_id on state_change (publisher_id, change_id)
  where publisher_id is not null and unindexed is null;
create index state_change_unindexed on state_change (change_id)
  where unindexed is not null;

create table trail_seal (
  seal_number integer not null primary key,
  statement text not null,
  line_digests bytes not null,
  signature bytes not null,
  edge bytes
);

create table configuration_baseline (
  baseline_id text not null primary key,
  digest text not null,
  content text not null,
  started_at bigint not null
);

create table seal_time_stamp (
  head text not null,
  authority text not null,
  token bytes not null,
  constraint seal_time_stamp_pk primary key (head, authority)
);

create table anchor_place (
  place text not null primary key,
  due_at bigint not null,
  seal_number integer,
  head text,
  anchored_at bigint
);
`;

import type { DialectName } from '../dialect.ts';

/** State of the mediation panel, and what apps are served. */
export const mediation = `
create table publisher (
  publisher_id text not null primary key,
  display_name text not null,
  currency_code text not null,
  reporting_time_zone text not null,
  created_at bigint not null
);

create table app (
  publisher_id text not null,
  fragment text not null,
  platform text not null,
  display_name text,
  linked text,
  created_at bigint not null,
  constraint app_key primary key (publisher_id, fragment)
);

create table ad_unit (
  publisher_id text not null,
  fragment text not null,
  app_fragment text not null,
  display_name text not null,
  format text not null,
  ad_types text not null,
  reward text,
  created_at bigint not null,
  constraint ad_unit_key primary key (publisher_id, fragment)
);
create index ad_unit_app on ad_unit (publisher_id, app_fragment, fragment);

create table ad_unit_mapping (
  publisher_id text not null,
  mapping_id text not null,
  fragment text not null,
  display_name text,
  adapter_id text not null,
  configurations text not null,
  created_at bigint not null,
  constraint ad_unit_mapping_key primary key (publisher_id, mapping_id)
);
create index ad_unit_mapping_unit on ad_unit_mapping (publisher_id, fragment, mapping_id);
create index ad_unit_mapping_name on ad_unit_mapping (publisher_id, fragment, display_name, mapping_id);

create table mediation_group (
  publisher_id text not null,
  group_id text not null,
  revision integer not null,
  display_name text not null,
  state text not null,
  targeting text not null,
  lines text not null,
  open_experiment_id text,
  open_experiment_ends_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  priority integer,
  archived_at bigint,
  constraint mediation_group_key primary key (publisher_id, group_id)
);

create table mediation_ab_experiment (
  publisher_id text not null,
  group_id text not null,
  experiment_id text not null,
  revision integer not null,
  display_name text,
  treatment_traffic_percentage integer not null,
  started_at bigint not null,
  ends_at bigint not null,
  stopped_at bigint,
  choice text,
  lines text,
  expected_users integer,
  looked_day integer,
  look text,
  constraint mediation_ab_experiment_key primary key (publisher_id, group_id, experiment_id)
);
create index mediation_ab_experiment_open on mediation_ab_experiment (publisher_id, group_id, experiment_id)
  where stopped_at is null;

create table serving_key (
  serving_key text not null primary key,
  publisher_id text not null,
  app_fragment text not null,
  display_name text,
  created_at bigint not null,
  revoked_at bigint,
  revision integer not null
);
create index serving_key_app on serving_key (publisher_id, app_fragment, serving_key);

create table publisher_version (
  publisher_id text not null,
  part integer not null,
  version bigint not null,
  constraint publisher_version_key primary key (publisher_id, part)
);

create table served_snapshot (
  publisher_id text not null,
  app_fragment text not null,
  sha256 text not null,
  content bytes not null,
  served_at bigint not null,
  constraint served_snapshot_key primary key (publisher_id, app_fragment, sha256)
);
create index served_snapshot_time on served_snapshot (publisher_id, app_fragment, served_at);

create table mediation_line (
  publisher_id text not null,
  line_id text not null,
  group_id text not null,
  constraint mediation_line_key primary key (publisher_id, line_id)
) clustered;

create table observed_price (
  publisher_id text not null primary key,
  day integer not null,
  prices text not null
);
`;

/**
 * The terms by which filters find groups. Those of a group are first written next to each other, and later moved to their
 * index with those of many other groups. SQLite appends rows to a table without a key, and so fills one page after the other.
 */
export const groupTerms: Readonly<Record<DialectName, string>> = {
  sqlite: `
create table mediation_group_term (
  publisher_id text not null,
  group_id text not null,
  term text not null,
  value text not null,
  constraint mediation_group_term_key primary key (publisher_id, term, value, group_id)
) clustered;
create table mediation_group_new_term (
  publisher_id text not null,
  group_id text not null,
  term text not null,
  value text not null
);
`,
  postgres: `
create table mediation_group_term (
  publisher_id text not null,
  group_id text not null,
  term text not null,
  value text not null,
  constraint mediation_group_term_key primary key (publisher_id, group_id, term, value)
);
create index mediation_group_term_value on mediation_group_term (publisher_id, term, value, group_id);
create table mediation_group_new_term (
  publisher_id text not null,
  group_id text not null,
  term text not null,
  value text not null,
  constraint mediation_group_new_term_key primary key (publisher_id, group_id, term, value)
);
`,
};

/** Statistics of ad units, by hour and day. */
export const statistics = `
create table statistics_feed (
  feed_no integer not null primary key,
  publisher_id text not null,
  source text not null,
  ad_source_id text not null,
  settled integer not null,
  metrics integer not null,
  constraint statistics_feed_of unique (publisher_id, source, ad_source_id, settled)
);

create table statistics_key (
  publisher_id text not null,
  key_no integer not null,
  digest bytes not null,
  used_until integer not null,
  ad_unit text not null,
  app text not null,
  platform text not null,
  format text not null,
  mediation_group text not null,
  line text not null,
  country text not null,
  os_version text not null,
  sdk_version text not null,
  app_version text not null,
  serving_restriction text not null,
  currency text not null,
  constraint statistics_key_key primary key (publisher_id, key_no),
  constraint statistics_key_digest unique (publisher_id, digest)
);
create index statistics_key_used on statistics_key (used_until);
create index statistics_key_ad_unit on statistics_key (publisher_id, ad_unit, key_no);

create table statistics_version (
  publisher_id text not null,
  day integer not null,
  dimension text not null,
  value text not null,
  constraint statistics_version_key primary key (publisher_id, day, dimension, value)
);
create index statistics_version_day on statistics_version (day);

create table statistics_hour (
  feed_no integer not null,
  hour integer not null,
  key_no integer not null,
  ad_requests bigint default 0 not null,
  matched_requests bigint default 0 not null,
  impressions bigint default 0 not null,
  clicks bigint default 0 not null,
  revenue_micros bigint default 0 not null,
  bid_requests bigint default 0 not null,
  bids_in_auction bigint default 0 not null,
  winning_bids bigint default 0 not null,
  constraint statistics_hour_key primary key (feed_no, hour, key_no)
) clustered;

create table statistics_day (
  feed_no integer not null,
  day integer not null,
  key_no integer not null,
  ad_requests bigint default 0 not null,
  matched_requests bigint default 0 not null,
  impressions bigint default 0 not null,
  clicks bigint default 0 not null,
  revenue_micros bigint default 0 not null,
  bid_requests bigint default 0 not null,
  bids_in_auction bigint default 0 not null,
  winning_bids bigint default 0 not null,
  constraint statistics_day_key primary key (feed_no, day, key_no)
) clustered;

create table statistics_slot (
  publisher_id text not null,
  experiment_id text not null,
  day integer not null,
  slot integer not null,
  currency text not null,
  users bigint default 0 not null,
  ad_requests bigint default 0 not null,
  matched_requests bigint default 0 not null,
  impressions bigint default 0 not null,
  clicks bigint default 0 not null,
  revenue_micros bigint default 0 not null,
  constraint statistics_slot_key primary key (publisher_id, experiment_id, day, slot, currency)
) clustered;

create table statistics_batch (
  digest bytes not null primary key,
  accepted integer not null,
  expires_at bigint not null,
  publisher_id text,
  source text,
  first_day integer,
  last_day integer,
  scope text
);
create index statistics_batch_expiry on statistics_batch (expires_at);
create index statistics_batch_replaced on statistics_batch (publisher_id, source, last_day)
  where publisher_id is not null;

create table statistics_arrival (
  publisher_id text not null,
  source text not null,
  day integer not null,
  last_at bigint not null,
  constraint statistics_arrival_key primary key (publisher_id, source, day)
);
create index statistics_arrival_day on statistics_arrival (day);

create table statistics_settled (
  publisher_id text not null,
  day integer not null,
  ad_source_id text not null,
  source text not null,
  metrics integer not null,
  constraint statistics_settled_key primary key (publisher_id, day, ad_source_id, source)
);
create index statistics_settled_day on statistics_settled (day);

create table statistics_ceiling (
  key_id text not null,
  day integer not null,
  sent bigint not null,
  revenue_micros bigint not null,
  constraint statistics_ceiling_key primary key (key_id, day)
);
create index statistics_ceiling_day on statistics_ceiling (day);
`;

/** Users, OAuth clients, and the sign-ins of both. */
export const accounts = `
create table account_user (
  user_id text not null primary key,
  revision integer not null,
  email text not null unique,
  password_hash text not null,
  state text not null,
  publishers text not null,
  created_at bigint not null,
  updated_at bigint not null,
  role text,
  password_is_own integer default 0 not null,
  organisation_issuer text,
  organisation_subject text,
  shown_email text
);

create table sign_in_attempt (
  subject text not null primary key,
  failures integer not null,
  window_ends_at bigint not null
);
create index sign_in_attempt_window on sign_in_attempt (window_ends_at);

create table oauth_client (
  client_id text not null primary key,
  revision integer not null,
  name text not null,
  kind text not null,
  secret_hash text,
  redirect_uris text not null,
  post_logout_redirect_uris text not null,
  publishers text not null,
  scopes text not null,
  created_at bigint not null,
  updated_at bigint not null
);

create table oauth_consent (
  grant_id text not null primary key,
  user_id text not null,
  client_id text not null,
  publishers text not null,
  created_at bigint not null
);
create index oauth_consent_user on oauth_consent (user_id);
create index oauth_consent_client on oauth_consent (client_id);

create table oauth_artifact (
  model text not null,
  artifact_id text not null,
  payload text not null,
  grant_id text,
  user_id text,
  uid text,
  consumed_at bigint,
  expires_at bigint not null,
  source text,
  constraint oauth_artifact_key primary key (model, artifact_id)
);
create index oauth_artifact_grant_id on oauth_artifact (grant_id);
create index oauth_artifact_user_id on oauth_artifact (user_id);
create index oauth_artifact_uid on oauth_artifact (uid);
create index oauth_artifact_expires_at on oauth_artifact (expires_at);
create index oauth_artifact_source on oauth_artifact (model, source, expires_at)
  where source is not null;
create index oauth_artifact_anonymous on oauth_artifact (model, expires_at)
  where source is not null;

create table oauth_revoked_token (
  token_id text not null primary key,
  expires_at bigint not null
);
create index oauth_revoked_token_expiry on oauth_revoked_token (expires_at);

create table console_session (
  session_id text not null primary key,
  token_hash text not null unique,
  console text not null,
  user_id text not null,
  user_agent text not null,
  address text not null,
  signed_in_at bigint not null,
  authenticated_at bigint not null,
  last_used_at bigint not null
);
create index console_session_user_id on console_session (user_id);
create index console_session_signed_in_at on console_session (signed_in_at);
create index console_session_last_used_at on console_session (last_used_at);

create table console_code (
  code_id text not null primary key,
  code_hash text not null unique,
  console text not null,
  user_id text not null,
  expires_at bigint not null
);
create index console_code_expiry on console_code (expires_at);

create table organisation_sign_in (
  sign_in_id text not null primary key,
  organisation_id text not null,
  user_id text not null,
  grant_id text,
  provider_session text,
  is_strong integer not null,
  signed_in_at bigint not null,
  authenticated_at bigint,
  last_used_at bigint not null,
  confirmed_at bigint not null,
  asked_at bigint not null,
  refresh_token text
);
create index organisation_sign_in_user_id on organisation_sign_in (user_id);
create index organisation_sign_in_grant_id on organisation_sign_in (grant_id);
create index organisation_sign_in_provider_session on organisation_sign_in (provider_session);
create index organisation_sign_in_signed_in_at on organisation_sign_in (signed_in_at);

create table passkey (
  passkey_id text not null primary key,
  user_id text not null,
  domain text not null,
  credential_id text not null unique,
  public_key bytes not null,
  sign_count bigint not null,
  transports text not null,
  device_bound integer not null,
  backed_up integer not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_user on passkey (user_id);

create table used_challenge (
  challenge_hash text not null primary key,
  expires_at bigint not null
);
create index used_challenge_expiry on used_challenge (expires_at);
`;

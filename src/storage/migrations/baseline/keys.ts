/** The register of the issuer's keys. */
export const keys = `
create table issuer_key (
  key_id text not null primary key,
  role text not null,
  stage text not null,
  certificate bytes not null,
  created_at bigint not null,
  changed_at bigint not null
);

create table key_request (
  key_id text not null primary key,
  request bytes not null,
  created_at bigint not null,
  discarded_at bigint,
  role text default 'documentSigner' not null
);

create table key_compromise (
  key_id text not null primary key,
  revision integer not null,
  since bigint not null,
  recorded_at bigint not null,
  due_at bigint,
  progress text not null
);
`;

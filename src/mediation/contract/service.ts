/** How existing clients know the service: method ids are `<name>.accounts.…`, paths begin with the version. */
export const SERVICE = {
  name: 'admob',
  canonicalName: 'AdMob',
  version: 'v1beta',
  batchPath: 'batch',
} as const;

/** The day on which the interface that is served changed last. */
export const REVISION = '20261121';

/** Prefix of message and enum names in error messages. */
export const PROTO_PACKAGE = `${SERVICE.name}.${SERVICE.version}`;

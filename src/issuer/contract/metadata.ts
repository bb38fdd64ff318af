import { type Static, Type } from 'typebox';
import { Identifier, Int32 } from './scalars.ts';

/** proto3 JSON leaves zero values out, so an absent member is 0. */
export const Version = Type.Object(
  {
    major: Type.Optional(Int32('Major version number; for version 1.2 it is 1.')),
    minor: Type.Optional(Int32('Minor version number; for version 1.2 it is 2.')),
  },
  { description: 'The API version in use.' },
);

export const RequestMetadata = Type.Object({
  requestId: Identifier('Identifies this request for debugging. Different for every retry; no idempotency.'),
  version: Version,
  issuerId: Identifier('The issuer that the caller is talking to.'),
});
export type RequestMetadata = Static<typeof RequestMetadata>;

export const ResponseMetadata = Type.Object({
  requestId: Type.String({ description: 'The requestId of the request; empty when it could not be read.' }),
});

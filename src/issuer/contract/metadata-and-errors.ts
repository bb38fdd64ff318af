import { type Static, Type } from 'typebox';
import { Empty, Identifier, Int32 } from './scalars.ts';

/** proto3 JSON omits zero values, so an absent member means 0. */
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

/** The reason members of an ErrorResponse; exactly one is set, none for an internal failure. */
export const ERROR_REASONS = {
  invalidApiVersion: Type.Object({
    requestVersion: Type.Optional(Version),
    expectedVersion: Type.Optional(Version),
  }),
  invalidPayloadSignature: Empty('The payload signature is to an unknown or inactive key.'),
  invalidPayloadEncryption: Empty('The payload encryption is to an unknown or inactive key.'),
  invalidIdentifier: Empty('An identifier in the request is invalid or unknown.'),
  invalidFieldValue: Empty('A field has a value outside the supported set.'),
  missingRequiredField: Empty('A required field is unset.'),
  invalidDecryptedRequest: Empty('The payload decrypted but the message cannot be parsed.'),
  permissionDenied: Empty('The request was declined because of permission credentials.'),
  forbidden: Empty('Access to the requested resource is forbidden.'),
  invalidState: Empty('The system is not in a valid state for the request.'),
} as const;

export type ErrorReason = keyof typeof ERROR_REASONS;

export const ErrorResponse = Type.Object(
  {
    responseMetadata: ResponseMetadata,
    errorDescription: Type.String({ description: 'Debug text for support staff; no personal data.' }),
    issuerErrorIdentifier: Type.String({ description: 'Issuer-generated identifier of the error.' }),
    ...Type.Partial(Type.Object(ERROR_REASONS)).properties,
  },
  { title: 'ErrorResponse' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

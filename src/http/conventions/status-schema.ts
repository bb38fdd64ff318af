import { Type } from 'typebox';

const TYPE = 'type.googleapis.com/google.rpc';

/** Messages of google.rpc as google.protobuf.Any in JSON. */
const Detail = Type.Union([
  Type.Object({
    '@type': Type.Literal(`${TYPE}.ErrorInfo`),
    reason: Type.String({ description: 'UPPER_SNAKE_CASE; stable.' }),
    domain: Type.String(),
    metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
  Type.Object({
    '@type': Type.Literal(`${TYPE}.BadRequest`),
    fieldViolations: Type.Array(
      Type.Object({ field: Type.Optional(Type.String()), description: Type.String() }),
    ),
  }),
  Type.Object({
    '@type': Type.Literal(`${TYPE}.PreconditionFailure`),
    violations: Type.Array(
      Type.Object({ type: Type.String(), subject: Type.String(), description: Type.String() }),
    ),
  }),
  Type.Object({
    '@type': Type.Literal(`${TYPE}.RetryInfo`),
    retryDelay: Type.String({ description: 'Seconds, followed by s.' }),
  }),
]);

const LegacyError = Type.Object({
  message: Type.String(),
  domain: Type.String(),
  reason: Type.String(),
  location: Type.Optional(Type.String()),
  locationType: Type.Optional(Type.String()),
});

/** google.rpc.Status as the body of an error. */
export const Status = Type.Object(
  {
    error: Type.Object({
      code: Type.Integer({ description: 'The HTTP status.' }),
      message: Type.String(),
      status: Type.String({ description: 'Name of the google.rpc.Code.' }),
      errors: Type.Optional(Type.Array(LegacyError, { description: 'Only with $.xgafv=1.' })),
      details: Type.Array(Detail),
    }),
  },
  { title: 'Status' },
);

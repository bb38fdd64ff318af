import { Type } from 'typebox';

const Url = (description: string) =>
  Type.Optional(
    Type.String({
      description,
      pattern: '^postgres(ql)?://',
      pathParameters: ['sslrootcert', 'sslcert', 'sslkey'],
    }),
  );

/** Where everything but keys is stored. */
export const DatabaseSettings = Type.Object(
  {
    url: Url(
      'PostgreSQL 15 or newer, as postgres://user:password@host:5432/database?sslmode=verify-full&sslrootcert=FILE. Default: SQLite in the data folder.',
    ),
    replicaUrl: Url(
      'Read replica of that database, used for lists; it may lag. Default: the database itself.',
    ),
    poolSize: Type.Integer({
      description: 'Maximum connections of each process to PostgreSQL, and the same number to the replica.',
      default: 16,
      minimum: 1,
      maximum: 500,
    }),
    timeoutSeconds: Type.Integer({
      description: 'Time limit for a connection and for each statement.',
      default: 10,
      minimum: 1,
      maximum: 300,
    }),
    preparedStatements: Type.Boolean({
      description:
        'Whether frequent statements are prepared once for each connection. false: for poolers in transaction mode that do not support prepared statements (PgBouncer before 1.21).',
      default: true,
    }),
  },
  { additionalProperties: false, default: {} },
);

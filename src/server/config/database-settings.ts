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
      'A read-only copy of that database, for lists; it may lag behind. Default: the database itself.',
    ),
    poolSize: Type.Integer({
      description: 'Connections to PostgreSQL at most, for each process, and as many to the copy.',
      default: 16,
      minimum: 1,
      maximum: 500,
    }),
    timeoutSeconds: Type.Integer({
      description: 'How long PostgreSQL may take to give a connection, or to answer a statement.',
      default: 10,
      minimum: 1,
      maximum: 300,
    }),
    preparedStatements: Type.Boolean({
      description:
        'Whether PostgreSQL plans frequent statements once for each connection. false: for poolers that share connections between transactions and do not know prepared statements (PgBouncer before 1.21).',
      default: true,
    }),
  },
  { additionalProperties: false, default: {} },
);

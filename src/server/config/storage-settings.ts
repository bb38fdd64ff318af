import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';
import { LibraryPath, Path } from './path-settings.ts';

const Url = (description: string) =>
  Type.Optional(
    Type.String({
      description,
      pattern: '^postgres(ql)?://',
      ...says('must begin with postgres://'),
      pathParameters: ['sslrootcert', 'sslcert', 'sslkey'],
    }),
  );

/** Where all data except the keys is stored. */
export const DatabaseSettings = Type.Object(
  {
    url: Url(
      'PostgreSQL 15 or newer, as postgres://user:password@host:5432/database?sslmode=verify-full&sslrootcert=FILE. With several hosts (a:5432,b:5432) the first one that accepts writes is used. Default: SQLite in the data folder.',
    ),
    replicaUrl: Url(
      'Read replica of that database, used for lists; it may lag. Default: the database itself.',
    ),
    passwordFile: Type.Optional(
      Path({ description: 'File that holds the password for both addresses; read at the start.' }),
    ),
    acknowledged: Type.Enum(['one', 'two'], {
      description:
        'two: changes are refused unless PostgreSQL has a synchronous standby, so that an acknowledged change is on two machines. It is looked for on each connection, every 10 seconds. one: it is not looked for.',
      default: 'one',
    }),
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

/** Where the issuer's private keys are stored, and how long old keys are kept. */
export const KeySettings = Type.Object(
  {
    custody: Type.Enum(['files', 'pkcs11'], {
      description:
        'Where new private keys are created. files: in the data folder. pkcs11: in a token; keys in files stay in use until they are rotated.',
      default: 'files',
    }),
    extractable: Type.Boolean({
      description: 'production: accept keys in files, which anyone who can read the data folder can copy.',
      default: false,
    }),
    graceDays: Type.Integer({
      description: 'Days for which an old encryption key still decrypts after a rotation began.',
      default: 30,
      minimum: 1,
      maximum: 365,
    }),
    recordMaster: Type.Enum(['files', 'pkcs11'], {
      description:
        'Where the next master key of the records is made. files: in the data folder. pkcs11: in the token of keys.pkcs11, from which it cannot be copied; without the token, records cannot be read.',
      default: 'files',
    }),
    epochDays: Type.Integer({
      description:
        'Days after which keys of holders are encrypted by a new key. Keys of erased holders are then left behind.',
      default: 30,
      minimum: 1,
      maximum: 366,
    }),
    recoveryDays: Type.Integer({
      description:
        'Days for which a key of an ended epoch is kept, so that backups of the database from that epoch can be used. Older backups cannot be read.',
      default: 30,
      minimum: 1,
      maximum: 3660,
    }),
    documentSigner: Type.Object(
      {
        days: Type.Integer({
          description:
            'Days for which the certificate of a new document signer is valid after the day on which it is made; at most 457 in all (ISO 18013-5 B.1.4). A stolen key can sign documents until its certificate ends.',
          default: 120,
          minimum: 7,
          maximum: 457,
        }),
        rotateDays: Type.Integer({
          description:
            'Days after which a document signer should be rotated: doctor, the log and a metric then say so. Less than days.',
          default: 90,
          minimum: 1,
          maximum: 457,
        }),
      },
      { additionalProperties: false, default: {} },
    ),
    pkcs11: Type.Object(
      {
        module: Type.Optional(
          LibraryPath({
            description: 'Path of the PKCS#11 module, for example /usr/lib/softhsm/libsofthsm2.so.',
          }),
        ),
        tokenLabel: Type.Optional(
          Type.String({ description: 'Label of the token.', minLength: 1, maxLength: 32 }),
        ),
        pin: Type.Optional(
          Type.String({
            description: 'User PIN. Prefer the variable or pinFile to the configuration file.',
            minLength: 1,
            writeOnly: true,
          }),
        ),
        pinFile: Type.Optional(Path({ description: 'File that holds the PIN.' })),
      },
      { additionalProperties: false, default: {} },
    ),
  },
  { additionalProperties: false, default: {} },
);

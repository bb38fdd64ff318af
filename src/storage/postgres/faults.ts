import { DatabaseError } from 'pg';
import { ConflictError, UnavailableError } from '../../conventions/errors.ts';

/** Error codes of OpenSSL and Node, or words of the client library, with their remedies. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_SIGNATURE_FAILURE)/,
    'name the root of its certificate in sslrootcert of the URL',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'name the server in the URL as its certificate does'],
  [/^CERT_HAS_EXPIRED/, 'renew the certificate of the server'],
  [/does not support SSL/, 'turn ssl on there, or leave sslmode out of the URL'],
  [/client password must be/, 'name the password in the URL or in database.passwordFile'],
];

/** The remedy if the server cannot be reached, after a semicolon; empty if the message suffices. */
function remedy(code: string | undefined, text: string): string {
  const known = REMEDIES.find(([pattern]) => pattern.test(code ?? text));
  return known ? `; ${known[1]}` : '';
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const FEATURE_NOT_SUPPORTED = '0A000';

/** serialization_failure, deadlock_detected: the transaction had no effect and can be repeated. */
const RACES = new Set(['40001', '40P01']);

/** Classes of temporary errors: connection, authorization, resources, operator intervention, system error. */
const PASSING = ['08', '28', '53', '57', '58'];

/**
 * invalid_catalog_name: a database that is being set up. read_only_sql_transaction: a server that is no
 * longer the primary. idle_in_transaction_session_timeout: a process that was suspended too long.
 */
const PASSING_CODES = new Set(['3D000', '25006', '25P03']);

/** invalid_sql_statement_name, duplicate_prepared_statement: a pooler has switched the server connection. */
const POOLED = new Set(['26000', '42P05']);

const POOLED_REMEDY = '; behind a pooler in transaction mode set database.preparedStatements to false';

/** PostgreSQL refused a statement. Its message is left out, because it may contain values of the row. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  readonly code: string;

  constructor({ code = 'unknown', table, column, constraint }: DatabaseError) {
    const names = Object.entries({ table, column, constraint }).filter(([, name]) => name !== undefined);
    const where = names.map(([kind, name]) => `${kind} ${name}`).join(', ');
    super(
      `PostgreSQL refused a statement: SQLSTATE ${code}${where && ` (${where})`}${POOLED.has(code) ? POOLED_REMEDY : ''}`,
    );
    this.code = code;
  }
}

function ofDatabase(error: DatabaseError): Error {
  const refused = new StatementRefused(error);
  const { code } = refused;
  if (code === UNIQUE_VIOLATION) return new ConflictError('the row exists already', { cause: refused });
  if (!PASSING.includes(code.slice(0, 2)) && !PASSING_CODES.has(code)) return refused;
  // These messages are about the server, not about rows.
  return new UnavailableError(`the database cannot do this now: ${error.message} (SQLSTATE ${code})`, code);
}

const isProgramming = (error: unknown) =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;

/** Translates an error of the client library into one of ours. */
export function translateFault(error: unknown): unknown {
  if (error instanceof DatabaseError) return ofDatabase(error);
  if (isProgramming(error)) return error;
  const reported = error instanceof AggregateError ? error.errors[0] : error;
  const text = reported instanceof Error ? reported.message : String(reported);
  const { code } = (reported ?? {}) as { readonly code?: string };
  return new UnavailableError(`the database cannot be reached: ${text}${remedy(code, text)}`, code);
}

/** The server did not confirm a commit. The change may be stored, or not. */
export class CommitInDoubt extends UnavailableError {
  constructor({ message, code }: UnavailableError) {
    super(`the database did not confirm a change, which may be stored or not: ${message}`, code);
  }
}

/**
 * admin_shutdown, crash_shutdown, cannot_connect_now; read_only_sql_transaction: a server that is no longer the primary.
 */
const OF_SERVER = new Set(['57P01', '57P02', '57P03', '25006']);

/** Whether the error is of the server or of the network, so that another host may do better. */
export function isOfServer(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return !isProgramming(error);
  const { code = '' } = error;
  return code.startsWith('08') || OF_SERVER.has(code);
}

/** Whether the connection can still be used after the error. */
export const leavesConnection = (error: unknown) => error instanceof DatabaseError || isProgramming(error);

/** Whether the transaction had no effect and can be run again. */
export const isRace = (error: unknown) => error instanceof StatementRefused && RACES.has(error.code);

/** in_failed_sql_transaction, duplicate_table */
const MEETINGS = new Set(['25P02', '42P07']);

/** Whether another process created the same table at the same time. */
export const isMeeting = (error: unknown) =>
  error instanceof ConflictError || (error instanceof StatementRefused && MEETINGS.has(error.code));

/** The statement was prepared before another process changed its tables. Preparing it again solves this. */
export const isStale = (error: unknown) =>
  error instanceof StatementRefused && error.code === FEATURE_NOT_SUPPORTED;

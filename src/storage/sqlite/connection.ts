import SqliteConnection from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isTurnOver, nextStep } from '../../conventions/event-loop-turns.ts';
import { requireOwn } from '../../keys/file-access.ts';
import type { Schema } from '../schema/index.ts';
import type { QueryForm } from '../statements.ts';
import { translateFault } from './faults.ts';

/** Maximum number of prepared statements per connection, far more than there are distinct statements. */
const MAX_STATEMENTS = 512;

/** Longer statements have a value for each of many things, in numbers that hardly return; each takes megabytes. */
const LONGEST_KEPT = 16_384;

/**
 * SQLite with SQLITE_ENABLE_STAT4 plans `LIMIT ?`, and `= ?` together with ORDER BY, by the values of the
 * parameters, and so prepares such a statement again with each new value. A unary plus before the parameter
 * prevents this and changes no value (https://www.sqlite.org/lang_expr.html).
 */
class StableQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Every statement runs synchronously, so none has to wait until another one releases the connection. */
class ImmediateAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

type Query = CompiledQuery & QueryForm;

/**
 * Caches prepared statements: preparing one takes 20 µs, running it 2 µs. Statements run synchronously, so a loop of them
 * would keep all others waiting: before each statement, the connection lets others have their turn if this one has taken
 * long enough.
 */
class Connection implements DatabaseConnection {
  readonly #connection: SqliteConnection.Database;
  readonly #statements = new Map<string, SqliteConnection.Statement>();

  constructor(connection: SqliteConnection.Database) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    while (isTurnOver()) await nextStep();
    try {
      const { parameters } = query;
      const statement = this.#prepared(query);
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      const { changes } = statement.run(parameters);
      return { numAffectedRows: BigInt(changes), rows: [] };
    } catch (error) {
      throw translateFault(error);
    }
  }

  #prepared({ sql, asArrays = false }: Query): SqliteConnection.Statement {
    const key = asArrays ? `${sql} as arrays` : sql;
    const prepared = this.#statements.get(key);
    if (prepared) return prepared;
    const statement = this.#connection.prepare(sql);
    if (asArrays) statement.raw();
    if (sql.length > LONGEST_KEPT) return statement;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(key, statement);
    return statement;
  }

  // biome-ignore lint/correctness/useYield: it is part of the interface, and nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read in pages, not streamed');
  }
}

async function noTransaction(): Promise<never> {
  throw new Error('the write queue makes the transactions');
}

/** Runs a compiled statement without the steps that wait for a connection of a pool. */
class ImmediateExecutor extends DefaultQueryExecutor {
  readonly #connection: Connection;

  constructor(dialect: Dialect, driver: Driver, connection: Connection) {
    const provider = new DefaultConnectionProvider(driver);
    super(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
    this.#connection = connection;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery(query);
  }
}

const driverOf = (raw: SqliteConnection.Database, connection: Connection): Driver => ({
  async init() {},
  acquireConnection: async () => connection,
  beginTransaction: noTransaction,
  commitTransaction: noTransaction,
  rollbackTransaction: noTransaction,
  async releaseConnection() {},
  async destroy() {
    raw.close();
  },
});

function kyselyOf(raw: SqliteConnection.Database, connection: Connection): Kysely<Schema> {
  const driver = driverOf(raw, connection);
  const dialect: Dialect = {
    createAdapter: () => new ImmediateAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StableQueryCompiler(),
  };
  const executor = new ImmediateExecutor(dialect, driver, connection);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor });
}

interface OpenConnection {
  readonly raw: SqliteConnection.Database;
  readonly kysely: Kysely<Schema>;
}

/**
 * Size of the page cache of a connection, in KiB. The operating system caches the other pages. A connection that reads drops its
 * cache after each commit of another one. In one that writes, a commit is slow with a large cache: when a page of a tree is
 * split, SQLite (balance_nonroot) gives a page a number beyond the end of the file for a moment, and the commit then searches
 * its whole cache for such pages. With 64 MiB this took a third of each commit.
 */
const CACHE_KIB = 8192;

/**
 * SQLite opens a file and its log by their names, also through links, and believes what is in them. @throws PrivateFileError if
 * others can write them
 */
export const requireOwnDatabase = (path: string): void =>
  requireOwn(['', '-wal', '-shm', '-journal'].map((suffix) => `${path}${suffix}`));

/** How long a transaction waits for another process, in milliseconds. */
export const BUSY_TIMEOUT = 10_000;

export function openConnection(path: string, { readonly }: { readonly readonly: boolean }): OpenConnection {
  const raw = new SqliteConnection(path, { readonly, timeout: BUSY_TIMEOUT });
  if (!readonly) {
    raw.pragma('journal_mode = WAL');
    // Makes every commit sync the log, so that an acknowledged change is on disk.
    raw.pragma('synchronous = FULL');
    raw.pragma('secure_delete = ON');
    // Keeps the pages that a rollback to a savepoint needs in memory. Otherwise SQLite writes them to a temporary
    // file outside the data folder: 40 % of all bytes that the server wrote.
    raw.pragma('temp_store = MEMORY');
  }
  // The write queue waits for other processes, and serves others meanwhile.
  if (!readonly) raw.pragma('busy_timeout = 0');
  raw.pragma(`cache_size = -${CACHE_KIB}`);
  return { raw, kysely: kyselyOf(raw, new Connection(raw)) };
}

/** Whether the header of the file says that unencrypted data may be left in it (sqlite-database.ts). */
export const hasLeftovers = (raw: SqliteConnection.Database): boolean =>
  raw.pragma('user_version', { simple: true }) === 1;

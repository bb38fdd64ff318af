import {
  type DataTypeNode,
  type Driver,
  Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema/index.ts';
import { postgresDriver } from './driver.ts';
import type { Statements } from './named-statements.ts';

/** Text is compared byte by byte, whatever the database was created with: pages are in the order of ids. */
class ByteOrderCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}

/** Migrations wait for a row, not for an advisory lock of the session: poolers give a session to many. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {
    // The lock ends with the transaction.
  }
}

const INT8 = 20;

/** Times and counts are far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=FILE` */
  readonly url: string;
  /** Connections at most. */
  readonly size: number;
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  readonly timeout: number;
  readonly statements: Statements;
}

/** Kysely that speaks PostgreSQL's SQL. */
export function kyselyOn(driver: Driver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new RowLockAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new ByteOrderCompiler(),
    },
  });
}

/** Kysely on a pool of connections to PostgreSQL. */
export function postgresKysely({ url, size, timeout, statements }: PoolOptions): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    keepAlive: true,
    types,
  });
  // An idle connection that breaks leaves the pool; the next query gets an error if none is left.
  pool.on('error', () => {});
  // The same holds for one that breaks in a transaction, between two statements: the next of them gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return kyselyOn(postgresDriver(pool, statements, timeout));
}

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

/**
 * Compares text byte by byte, whatever collation the database was created with, because pages are sorted by
 * id.
 */
class ByteOrderCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}

/** Migrations lock a row. An advisory lock would belong to a session, which poolers share between clients. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {
    // The lock is released at the end of the transaction.
  }
}

const INT8 = 20;

/** Times and counts are far below 2^53, so they are read as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=FILE` */
  readonly url: string;
  /** Maximum number of connections. */
  readonly size: number;
  /** How long to wait for a connection, and for the answer to a statement, in milliseconds. */
  readonly timeout: number;
  readonly statements: Statements;
}

/** Kysely with the SQL dialect of PostgreSQL. */
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
  // If an idle connection breaks, the pool drops it. A query gets an error only if it cannot get another
  // connection.
  pool.on('error', () => {});
  // If a connection breaks between two statements of a transaction, the next statement gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return kyselyOn(postgresDriver(pool, statements, timeout));
}

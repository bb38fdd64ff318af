import {
  type Driver,
  Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Schema } from '../schema/index.ts';
import { type DriverOptions, postgresDriver } from './driver.ts';
import { hostPool, type PoolOptions } from './host-pool.ts';
import { hostUrls } from './hosts.ts';

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

/** Kysely with the SQL dialect of PostgreSQL. */
export function kyselyOn(driver: Driver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new RowLockAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

interface PostgresKyselyOptions extends Omit<PoolOptions, 'urls'>, DriverOptions {
  /** May name several hosts, in the form of libpq. */
  readonly url: string;
}

/** Kysely on a pool of connections to PostgreSQL. */
export function postgresKysely({ url, role, size, ...options }: PostgresKyselyOptions): Kysely<Schema> {
  const pool = hostPool({ urls: hostUrls(url), role, size, timeout: options.timeout });
  return kyselyOn(postgresDriver(pool, options));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabaseOf, useDatabase } from '../../support/database-of.ts';
import { type PostgresOptions, type PostgresServer, startPostgres } from '../../support/postgres/start.ts';

export interface OwnPostgres {
  readonly postgres: PostgresServer;
  /** A data folder whose database is on it. */
  readonly folder: string;
  close(): Promise<void>;
}

/** A PostgreSQL server that a test may harm. */
export async function startOwnPostgres(options: PostgresOptions = {}): Promise<OwnPostgres> {
  const postgres = await startPostgres(options);
  const folder = mkdtempSync(join(tmpdir(), 'diptych-own-postgres-'));
  useDatabase(folder, postgres.url('postgres'));
  return {
    postgres,
    folder,
    async close() {
      await dropDatabaseOf(folder);
      rmSync(folder, { recursive: true, force: true });
      await postgres.stop();
    },
  };
}

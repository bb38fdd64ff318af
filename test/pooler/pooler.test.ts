import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { migrateDatabase } from '../../src/server/database/database.ts';
import { MIGRATION_NAMES } from '../../src/storage/migrations/index.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { useBothPanels } from '../postgres/support/both-panels.ts';
import { newDatabase } from '../postgres/support/new-database.ts';
import { dropDatabaseOf, postgresUrl } from '../support/database-of.ts';
import { POOL_SIZE } from '../support/postgres/pooler.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { startProcess } from '../support/server-process.ts';

const SLOW = 120_000;
const { url, knowsPrepared } = inject('pooler');

const folder = mkdtempSync(join(tmpdir(), 'diptych-pooler-'));
afterAll(async () => {
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true, force: true });
});

describe('PostgreSQL behind a pooler in transaction mode', () => {
  it('several servers migrate at the same time, and each migration runs once', {
    timeout: SLOW,
  }, async () => {
    const { pathname } = new URL(await newDatabase());
    const database = {
      'database.url': `${url}${pathname.slice(1)}`,
      'database.preparedStatements': knowsPrepared,
    };
    const settings = loadSettings({ environment: {}, options: { data: join(folder, 'many'), ...database } });
    const done = await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(settings)));
    expect(done.flat()).toEqual(MIGRATION_NAMES);
  });

  it('both panels work behind a pooler, with two processes and few connections', {
    timeout: SLOW,
  }, async () => {
    const servers = [await startProcess(folder), await startProcess(folder)];
    await Promise.all([useBothPanels(servers), useBothPanels(servers), useBothPanels(servers)]);
    const name = new URL(postgresUrl(folder)).pathname.slice(1);
    const connections = queryPostgres(
      `${inject('postgres')}postgres`,
      'select pid from pg_stat_activity where datname = $1',
      [name],
    );
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.length).toBeLessThanOrEqual(POOL_SIZE);
    for (const server of servers) expect(await server.stop()).toBe(0);
  });

  it.skipIf(knowsPrepared)(
    'with a pooler that lacks prepared statements the error names the setting that disables them',
    async () => {
      const database = openPostgres({ url: `${url}postgres`, poolSize: 16, timeout: 10_000, prepare: true });
      const asked = Array.from({ length: 16 }, () => sql`select pg_sleep(0.1)`.execute(database.reader));
      await expect(Promise.all(asked)).rejects.toThrow('set database.preparedStatements to false');
      await Promise.allSettled(asked);
      await database.close();
    },
  );
});

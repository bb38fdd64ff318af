import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { openPostgres } from '../../../src/storage/postgres/postgres-database.ts';
import { databaseOf, dropDatabaseOf, postgresUrl } from '../../support/database-of.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { proxyTo, type TcpProxy } from '../support/proxy.ts';

const PATIENCE = 180_000;

const PUBLISHER = {
  publisher_id: 'pub-1111111111111111',
  display_name: 'A',
  currency_code: 'USD',
  reporting_time_zone: 'UTC',
  created_at: 0,
};

const folder = mkdtempSync(join(tmpdir(), 'diptych-locks-'));
let proxy: TcpProxy;
let cutOff: Database;
let other: Database;

beforeAll(async () => {
  await databaseOf(folder);
  const url = postgresUrl(folder);
  proxy = await proxyTo(url);
  const options = { poolSize: 2, timeout: 1000, prepare: true };
  cutOff = openPostgres({ ...options, url: proxy.through(url) });
  other = openPostgres({ ...options, url });
  await other.write((db) => db.insertInto('publisher').values(PUBLISHER).execute());
}, HOOK_TIMEOUT);
afterAll(async () => {
  proxy.close();
  await Promise.all([cutOff.close(), other.close()]);
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true, force: true });
});

const rename = (database: Database, name: string, next = async () => {}) =>
  database.write(async (db) => {
    await db.updateTable('publisher').set({ display_name: name }).execute();
    await next();
    await db.selectFrom('publisher').selectAll().execute();
  });

describe('A process that is cut off from PostgreSQL in the middle of a change', () => {
  it('a process that is cut off gets an error, and blocks others no longer than the time limit of the database', async () => {
    await expect(rename(cutOff, 'B', () => proxy.set('silent'))).rejects.toMatchObject({
      name: 'UnavailableError',
    });
    await vi.waitFor(() => rename(other, 'C'), { timeout: PATIENCE });
    const names = await other.reader.selectFrom('publisher').select('display_name').execute();
    expect(names).toEqual([{ display_name: 'C' }]);
  });
});

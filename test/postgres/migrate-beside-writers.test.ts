import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { migrateDatabase } from '../../src/server/database/database.ts';
import { devicesByTime } from '../../src/storage/migrations/006-devices-by-time.ts';
import { newDatabase } from './support/new-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-migrate-beside-writers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** How many connections wait for a lock. */
async function waiting(client: Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

it('devices are put in order while a server of the version before registers devices', async () => {
  const url = await newDatabase();
  const settings = loadSettings({ environment: {}, options: { data: folder, 'database.url': url } });
  await migrateDatabase(settings);
  const [server, other, watch] = [await connect(url), await connect(url), await connect(url)];
  await watch.query(`drop index device_by_registered_at;
    delete from kysely_migration where name = '${devicesByTime.name}';
    insert into device (device_reference_id, revision) values ('a', 1), ('b', 1)`);
  // The migration reaches b, which this transaction has.
  await server.query('begin');
  await server.query(`update device set revision = 2 where device_reference_id = 'b'`);
  const migrated = migrateDatabase(settings);
  await vi.waitFor(async () => expect(await waiting(watch)).toBe(1), { timeout: 20_000 });
  // A device registers that the migration may have changed.
  const registered = other.query(
    `update device set registered_at = 1000, revision = 2 where device_reference_id = 'a'`,
  );
  await vi.waitFor(async () => expect(await waiting(watch)).toBe(2), { timeout: 20_000 });
  await server.query('commit');
  await expect(Promise.all([migrated, registered])).resolves.toBeTruthy();
  const { rows } = await watch.query(
    `select device_reference_id as id, registered_at from device order by 1`,
  );
  expect(rows).toEqual([
    { id: 'a', registered_at: '1000' },
    { id: 'b', registered_at: '0' },
  ]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openSqlite } from '../sqlite/sqlite-database.ts';
import { devicesByTime } from './006-devices-by-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-devices-by-time-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('devices that began to register under an earlier version come before all others in the order of time', async () => {
  const file = join(folder, 'diptych.sqlite');
  const database = openSqlite(file);
  await database.migrate();
  const raw = new SqliteConnection(file);
  raw.exec(`drop index device_by_registered_at;
    delete from kysely_migration where name = '${devicesByTime.name}';
    insert into device (device_reference_id, revision, registered_at) values ('began', 1, null), ('has', 1, 1000)`);
  expect(await database.migrate()).toEqual([devicesByTime.name]);
  const order = raw.prepare('select device_reference_id, registered_at from device order by registered_at');
  expect(order.raw().all()).toEqual([
    ['began', 0],
    ['has', 1000],
  ]);
  raw.close();
  await database.close();
});

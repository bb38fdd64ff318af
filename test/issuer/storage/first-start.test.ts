import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts';
import { query } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { startWorld } from '../../support/world.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('Migrations', () => {
  const file = () => join(folder, 'm.sqlite');
  const schema = () =>
    query(file(), `select sql from sqlite_master where name not like 'kysely%' order by name`);

  it('migrations run once, in their order', async () => {
    const fresh = openSqlite(file());
    const ran = await fresh.migrate();
    expect(ran[0]).toBe('001-baseline');
    expect(ran).toEqual(ran.toSorted());
    expect(await fresh.migrate()).toEqual([]);
    await fresh.close();
    const before = schema();
    const again = openSqlite(file());
    expect(await again.migrate()).toEqual([]);
    await again.close();
    expect(schema()).toEqual(before);
  });

  it('migrations run once if two connections start at the same time', async () => {
    const [one, other] = [openSqlite(file()), openSqlite(file())];
    const ran = (await Promise.all([one.migrate(), other.migrate()])).flat();
    expect(ran).toEqual([...new Set(ran)]);
    expect(query(file(), 'select name from kysely_migration order by name').map(({ name }) => name)).toEqual(
      ran.toSorted(),
    );
    await Promise.all([one.close(), other.close()]);
  });
});

describe('An empty admin token file', () => {
  it('an empty admin token file stops the start, so the admin interface is never open to everybody', async () => {
    writeFileSync(join(folder, 'admin.token'), '\n', { mode: 0o600 });
    await expect(startWorld({ folder })).rejects.toThrow(/admin\.token is empty/);
  });
});

describe('The data folder', () => {
  it('the data folder and everything in it is readable by its owner only', async () => {
    const data = join(folder, 'data');
    const world = await startWorld({ folder: data });
    await activePhone(world);
    expect(mode(data)).toBe('700');
    expect(mode(join(data, 'keys'))).toBe('700');
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const names = files.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('admin.token'))).toEqual(['admin.token']);
    expect(names).toEqual(
      expect.arrayContaining([
        'diptych.sqlite',
        'diptych.sqlite-wal',
        'diptych.sqlite-shm',
        'admin.token',
        'server.json',
      ]),
    );
    for (const { parentPath, name } of files)
      expect([name, mode(join(parentPath, name))]).toEqual([name, '600']);
    await world.close();
  });

  it('the file with the addresses exists only while the server runs', async () => {
    const world = await startWorld({ folder });
    const told = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
    expect(told).toEqual({ url: world.url, adminUrl: world.server.adminUrl, pid: process.pid });
    await world.close();
    expect(readdirSync(folder)).not.toContain('server.json');
  });

  it('the data folder keeps everything for the next start', async () => {
    const first = await startWorld({ folder });
    const { ids, device } = await activePhone(first);
    const before = await device.status();
    const { token } = first.connection;
    await first.close();
    const second = await startWorld({ folder });
    expect(second.connection.token).toBe(token);
    const { body } = await second.operate('getCredentialStatus', ids);
    expect(body).toMatchObject(before);
    await second.close();
  });
});

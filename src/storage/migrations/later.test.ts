import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import released from '../../../test/upgrade/released.json' with { type: 'json' };
import { openSqlite } from '../sqlite/sqlite-database.ts';
import { MIGRATION_NAMES } from './index.ts';
import { contracting, SchemaTooNew } from './later.ts';

const KNOWN = ['001-a', '002-b', '013-c'];

describe('A migration of a newer version', () => {
  it.each([
    ['014-adds', []],
    ['021-drop-line-state-after-013', []],
    ['021-drop-line-state-after-012', []],
    ['021-drop-line-state-after-014', ['021-drop-line-state-after-014']],
    ['014-after-hours', []],
  ])('of the newer migration %s a version that knows only 013 refuses %j', (name, refused) => {
    expect(contracting([name], KNOWN)).toEqual(refused);
  });

  const folder = mkdtempSync(join(tmpdir(), 'diptych-later-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('a later migration that adds is ignored; one that removes is refused by name', async () => {
    const file = join(folder, 'later.sqlite');
    const database = openSqlite(file);
    expect(await database.migrate()).toEqual(MIGRATION_NAMES);
    const raw = new SqliteConnection(file);
    const done = (name: string) =>
      raw.prepare(`insert into kysely_migration values (?, '2030-01-01T00:00:00.000Z')`).run(name);
    done('900-more');
    expect(await database.migrate()).toEqual([]);
    done('901-less-after-900');
    await expect(database.migrate()).rejects.toThrow(SchemaTooNew);
    await expect(database.migrate()).rejects.toThrow(/901-less-after-900\); start the newer version/);
    raw.close();
    await database.close();
  });
});

describe('The migrations of this version', () => {
  it('the released version can start again after all of them', () => {
    expect(contracting(MIGRATION_NAMES, [released.schema])).toEqual([]);
  });

  it('each migration that removes names an earlier one after which it may run', () => {
    for (const name of MIGRATION_NAMES) {
      const after = /-after-(\d{3})$/.exec(name)?.[1];
      if (after !== undefined)
        expect(MIGRATION_NAMES.some((one) => one.startsWith(after) && one < name)).toBe(true);
    }
  });
});

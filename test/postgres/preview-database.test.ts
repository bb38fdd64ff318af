import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createContext } from '../../src/server/context/context.ts';
import { diptych } from '../support/cli.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newDatabase } from './support/new-database.ts';

/** What version 0.2.0 left: its list of migrations, and a holder. */
const STATEMENTS = [
  'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
  "insert into kysely_migration_lock values ('migration_lock', 0)",
  ...['001-issuer', '002-keys', '019-one-audit-log'].map(
    (name) => `insert into kysely_migration values ('${name}', '2026-11-22T00:00:00.000Z')`,
  ),
  'create table holder (holder_id text not null primary key, record text not null)',
  "insert into holder values ('h-1', 'whole')",
];

const REFUSED = /made by a version before 1\.0\.0.*nothing was changed.*diptych mediation import/;

afterEach(() => vi.unstubAllEnvs());

/** Makes such a database for a data folder; returns what runs a statement in it. */
async function previewIn(kind: string, data: string) {
  if (kind === 'PostgreSQL') {
    const url = await newDatabase();
    vi.stubEnv('DIPTYCH_DATABASE_URL', url);
    return { settings: { 'database.url': url }, run: (statement: string) => queryPostgres(url, statement) };
  }
  mkdirSync(data, { mode: 0o700 });
  const run = (statement: string) => {
    const raw = new SqliteConnection(join(data, 'diptych.sqlite'));
    const prepared = raw.prepare(statement);
    const rows = prepared.reader ? prepared.all() : [];
    if (!prepared.reader) prepared.run();
    raw.close();
    return rows;
  };
  return { settings: {}, run };
}

describe.each(['SQLite', 'PostgreSQL'])('A database of version 0.2.0 on %s', (kind) => {
  it('is refused with the way to move its data, and is not changed', async () => {
    const data = join(temporaryFolder('preview'), 'data');
    const { settings, run } = await previewIn(kind, data);
    for (const statement of STATEMENTS) run(statement);
    const state = () => [
      run('select name, timestamp from kysely_migration order by name'),
      run('select holder_id, record from holder'),
    ];
    const before = state();

    const loaded = loadSettings({ environment: {}, options: { data, ...settings } });
    await expect(createContext(loaded)).rejects.toThrow(REFUSED);
    expect(await diptych('migrate', '--data', data)).toMatchObject({
      exit: 1,
      err: expect.stringMatching(REFUSED),
    });
    expect((await diptych('doctor', '--data', data)).out).toMatch(/FAILURE store: .*before 1\.0\.0/);

    expect(state()).toEqual(before);
    expect(readdirSync(data).filter((name) => name.endsWith('.key'))).toEqual([]);
  });
});

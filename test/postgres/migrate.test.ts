import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createContext } from '../../src/server/context/context.ts';
import { migrateDatabase } from '../../src/server/database/database.ts';
import { MIGRATION_NAMES } from '../../src/storage/migrations/index.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { diptych } from '../support/cli.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { newDatabase } from './support/new-database.ts';

const SLOW = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'diptych-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const migrate = (data: string, ...args: readonly string[]) =>
  diptych('migrate', '--data', join(folder, data), ...args);

describe('diptych migrate', () => {
  it.each(['SQLite', 'PostgreSQL'])(
    'diptych migrate brings an empty %s to the schema of this version',
    { timeout: SLOW },
    async (kind) => {
      if (kind === 'PostgreSQL') vi.stubEnv('DIPTYCH_DATABASE_URL', await newDatabase());
      const first = await migrate(kind);
      expect(first).toMatchObject({ exit: 0, err: '' });
      for (const name of MIGRATION_NAMES) expect(first.out).toContain(name);
      expect((await migrate(kind)).out).toBe('The schema is up to date.\n');
      expect(JSON.parse((await migrate(kind, '--json')).out)).toEqual({ migrations: [] });
    },
  );

  it('after diptych migrate all text is sorted by bytes, whatever collation the server has', async () => {
    const options = { data: join(folder, 'sorted'), 'database.url': await newDatabase() };
    await migrateDatabase(loadSettings({ environment: {}, options }));
    const others = queryPostgres(
      options['database.url'],
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely%'
          and data_type = 'text' and collation_name is distinct from 'C'`,
    );
    expect(others).toEqual([]);
  });

  it('several processes that run diptych migrate run each migration once', { timeout: SLOW }, async () => {
    const options = { data: join(folder, 'many'), 'database.url': await newDatabase() };
    const settings = loadSettings({ environment: {}, options });
    const done = await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(settings)));
    expect(done.flat()).toEqual(MIGRATION_NAMES);
  });

  it('a process reads on while another one migrates, although its statements were prepared for the old tables', async () => {
    const url = await newDatabase();
    const options = { data: join(folder, 'prepared'), 'database.url': url };
    await migrateDatabase(loadSettings({ environment: {}, options }));
    const database = openPostgres({ url, poolSize: 1, timeout: SLOW, prepare: true });
    onTestFinished(() => database.close());
    const read = () => database.reader.selectFrom('device').selectAll().execute();
    expect(await read()).toEqual([]);
    queryPostgres(url, 'alter table device add column later integer');
    expect(await read()).toEqual([]);
  });

  it('a start that is refused leaves no connections, which would keep the process', async () => {
    const url = await newDatabase();
    const settings = loadSettings({
      environment: {},
      options: { data: join(folder, 'refused'), 'database.url': url },
    });
    await migrateDatabase(settings);
    queryPostgres(
      url,
      `insert into kysely_migration select '999-removed-after-998', max(timestamp) from kysely_migration`,
    );
    const ended = vi.spyOn(pg.Pool.prototype, 'end');
    await expect(createContext(settings)).rejects.toThrow('999-removed-after-998');
    expect(ended).toHaveBeenCalledOnce();
  });

  it('diptych migrate says when PostgreSQL does not answer', async () => {
    vi.stubEnv('DIPTYCH_DATABASE_URL', 'postgres://x@127.0.0.1:1/x');
    expect(await migrate('none')).toEqual({
      exit: 3,
      out: '',
      err: expect.stringContaining('cannot be reached'),
    });
  });
});

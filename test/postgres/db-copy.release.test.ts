import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { copyToPostgres } from '../../src/server/database/database.ts';
import type { CopyProgress } from '../../src/storage/copy/copy-database.ts';
import { tableSum } from '../../src/storage/copy/rows.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { TABLES } from '../../src/storage/schema/index.ts';
import { BIN } from '../support/bin.ts';
import { diptych } from '../support/cli.ts';
import type { Phone } from '../support/devices.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { startWorld, type World } from '../support/world.ts';
import { columnsOf, fillByServer, fillTheRest, insertMadeUp, madeUp } from './support/fill.ts';
import { newDatabase } from './support/new-database.ts';

const SLOW = 240_000;
const HOUR = 3_600_000;
/** Every table of this test has one page. A copy is broken off after this number of them. */
const PAGES = 5;

const place = mkdtempSync(join(tmpdir(), 'diptych-copy-'));
const data = join(place, 'data');
let world: World;
let phone: Phone;
let filled: readonly string[];

beforeAll(async () => {
  const serving = await fillByServer(data, () => world);
  world = serving.world;
  phone = await serving.use();
  await world.close();
  filled = fillTheRest(data);
}, SLOW);
afterAll(() => rmSync(place, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const copy = (url: string, folder = data) => diptych('db', 'copy', '--data', folder, '--to', url, '--json');

const rowsOf = (url: string, table: string) =>
  Number(queryPostgres(url, `select count(*)::int as rows from ${table}`)[0]?.rows);

/** A changed copy of the data folder. */
function spoilt(name: string, spoil: (database: SqliteConnection.Database) => void): string {
  const folder = join(place, name);
  cpSync(data, folder, { recursive: true });
  const database = new SqliteConnection(join(folder, 'diptych.sqlite'));
  spoil(database);
  database.close();
  return folder;
}

function copyObserved(url: string, observe: (progress: CopyProgress) => void) {
  return copyToPostgres(loadSettings({ environment: {}, options: { data, 'database.url': url } }), observe);
}

describe('diptych db copy', () => {
  let url: string;
  beforeAll(async () => {
    url = await newDatabase();
  });

  it('db copy copies every table and compares them by counts and checksums', { timeout: SLOW }, async () => {
    const { exit, out, err } = await copy(url);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    const { tables } = JSON.parse(out) as { readonly tables: readonly { table: string; rows: number }[] };
    expect(tables.map(({ table }) => table)).toEqual(TABLES);
    for (const { table, rows } of tables) {
      expect(rows, table).toBeGreaterThan(0);
      expect(rowsOf(url, table), table).toBe(rows);
    }
  });

  it('db copy includes tables of both panels', () => {
    expect(filled).toEqual(
      expect.arrayContaining([
        'account_user',
        'ad_unit_mapping',
        'configuration_baseline',
        'credential',
        'device',
        'handled_request',
        'holder',
        'issued_mso',
        'issuer_key',
        'mediation_ab_experiment',
        'mediation_group',
        'mediation_group_term',
        'pre_authorization_code',
        'proofing',
        'publisher',
        'state_change',
        'trail_seal',
      ]),
    );
  });

  it('a second db copy has nothing to do', { timeout: SLOW }, async () => {
    const steps: string[] = [];
    await copyObserved(url, ({ step }) => steps.push(step));
    expect(new Set(steps)).toEqual(new Set(['compare']));
  });

  it('db copy finds a difference in any column', { timeout: SLOW }, async () => {
    const sqlite = new SqliteConnection(join(data, 'diptych.sqlite'), { readonly: true });
    const postgres = openPostgres({ url, poolSize: 2, timeout: 60_000, prepare: false });
    const undone = new Error('undone');
    const unseen: string[] = [];
    for (const table of TABLES) {
      const { checksum } = await tableSum(postgres.reader, table);
      for (const column of columnsOf(sqlite, table)) {
        const change = postgres.write(async (transaction) => {
          const value = { [column.name]: madeUp(column, 987_654) };
          const [first = {}] = await transaction
            .selectFrom(table as 'holder')
            .selectAll()
            .limit(1)
            .execute();
          let update = transaction.updateTable(table as 'holder').set(value as never);
          for (const [name, is] of Object.entries(first))
            if (is !== null) update = update.where(name as never, '=', is as never);
          await update.execute();
          if ((await tableSum(transaction, table)).checksum === checksum)
            unseen.push(`${table}.${column.name}`);
          throw undone;
        });
        await expect(change, `${table}.${column.name}`).rejects.toBe(undone);
      }
    }
    expect(unseen).toEqual([]);
    sqlite.close();
    await postgres.close();
  });

  it('db copy says which table differs', { timeout: SLOW }, async () => {
    queryPostgres(url, `update holder set document_type = document_type || ' '`);
    expect(await copy(url)).toEqual({
      exit: 1,
      out: '',
      err: expect.stringMatching(/holder is not equal after the copy/),
    });
    queryPostgres(url, 'update holder set document_type = trim(document_type)');
    expect(await copy(url)).toMatchObject({ exit: 0 });
  });

  it('db copy shows its progress', { timeout: SLOW }, async () => {
    const said: CopyProgress[] = [];
    await copyObserved(await newDatabase(), (progress) => said.push(progress));
    const copied = said.filter(({ step }) => step === 'copy');
    expect(new Set(copied.map(({ table }) => table))).toEqual(new Set(TABLES));
    for (const table of TABLES) {
      const last = copied.findLast((one) => one.table === table);
      expect(last?.done).toBe(last?.rows);
    }
    expect(said.filter(({ step }) => step === 'compare').map(({ done }) => done)).toEqual(
      TABLES.map((_, index) => index),
    );
  });
});

describe('A server on the copied database', () => {
  let url: string;
  beforeAll(async () => {
    // Real data is copied too, because no server ever has the made-up rows.
    const real = join(place, 'real');
    const serving = await fillByServer(real, () => world);
    world = serving.world;
    phone = await serving.use();
    const before = await world.admin('listCredentials', {});
    await world.close();
    url = await newDatabase();
    expect(await copy(url, real)).toMatchObject({ exit: 0 });
    world = await startWorld({ folder: real, startAt: Date.now() + HOUR, settings: { 'database.url': url } });
    expect(await world.admin('listCredentials', {})).toEqual(before);
  }, SLOW);
  afterAll(() => world.close());

  it('the server on the copy serves the existing devices', async () => {
    expect((await phone.device.status()).credentialStatus).toEqual({ active: {} });
    expect(await phone.device.refresh(2)).toBe(2);
  });

  it('the server on the copy writes to PostgreSQL', () => {
    const [credential] = queryPostgres(
      url,
      `select state from credential where credential_id = '${phone.ids.credentialId}'`,
    );
    expect(credential).toEqual({ state: 'active' });
    expect(rowsOf(url, 'issued_mso')).toBeGreaterThan(3);
  });

  it('copying over a database with newer data is refused', async () => {
    const { exit, err } = await copy(url, join(place, 'real'));
    expect({ exit, err }).toEqual({
      exit: 1,
      err: expect.stringContaining('has rows that the source has not'),
    });
  });
});

describe('A copy of the database that was interrupted', () => {
  it('db copy continues after any page', { timeout: SLOW }, async () => {
    const url = await newDatabase();
    const broken = new Error('broken off');
    let copied = 0;
    // One attempt for each table would compare all tables as often.
    for (let times = 1; times <= TABLES.length / PAGES; times += 1) {
      const attempt = copyObserved(url, () => {
        copied += 1;
        if (copied === times * PAGES) throw broken;
      });
      await expect(attempt).rejects.toBe(broken);
    }
    const sums = await copyObserved(url, ({ step }) => {
      if (step === 'copy') copied += 1;
    });
    expect(copied).toBe(TABLES.length);
    expect(sums).toHaveLength(TABLES.length);
  });

  it('db copy continues after its process was killed', { timeout: SLOW }, async () => {
    const many = 30_000;
    const folder = spoilt('many', (database) =>
      insertMadeUp(database, 'oauth_consent', { from: 2, to: many }),
    );
    const url = await newDatabase();
    const args = [BIN, 'db', 'copy', '--data', folder, '--to', url];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    const begun = () => {
      const [{ name = null } = {}] = queryPostgres(url, `select to_regclass('oauth_consent')::text as name`);
      expect(name).not.toBeNull();
      expect(rowsOf(url, 'oauth_consent')).toBeGreaterThan(0);
    };
    await vi.waitFor(begun, { timeout: SLOW, interval: 5 });
    child.kill('SIGKILL');
    await exit;
    expect(rowsOf(url, 'oauth_consent')).toBeLessThan(many);
    expect(await copy(url, folder)).toMatchObject({ exit: 0 });
    expect(rowsOf(url, 'oauth_consent')).toBe(many);
  });
});

describe('diptych db copy is refused', () => {
  const refused = async (exit: number, reason: RegExp, url: string, folder = data) =>
    expect(await copy(url, folder)).toEqual({ exit, out: '', err: expect.stringMatching(reason) });

  it.each([
    [
      'more rows',
      `insert into publisher select 'pub-0', display_name, currency_code, reporting_time_zone, created_at from publisher limit 1`,
    ],
    [
      'another row',
      `update holder set holder_id = 'zz-other' where holder_id = (select max(holder_id) from holder)`,
    ],
  ])(
    'db copy is refused when the target has %s than the source, and writes nothing',
    { timeout: SLOW },
    async (_, change) => {
      const url = await newDatabase();
      expect(await copy(url)).toMatchObject({ exit: 0 });
      queryPostgres(url, `delete from account_user`);
      queryPostgres(url, change);
      await refused(1, /has rows that the source has not; copy into an empty database/, url);
      expect(rowsOf(url, 'account_user')).toBe(0);
    },
  );

  it('db copy is refused while the data folder is in use by a server', async () => {
    const folder = spoilt('served', () => {});
    writeFileSync(join(folder, 'server.json'), JSON.stringify({ pid: process.ppid }), { mode: 0o600 });
    await refused(2, /serves .*stop it first/, await newDatabase(), folder);
  });

  it('db copy is refused with an old schema', async () => {
    const folder = spoilt('old', (database) =>
      database.exec(`delete from kysely_migration where name > '011'`),
    );
    await refused(2, /run diptych migrate --data/, await newDatabase(), folder);
  });

  it('db copy is refused without a target, or without a database to copy', async () => {
    expect(await diptych('db', 'copy', '--data', data)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('database.url'),
    });
    await refused(2, /there is no database/, await newDatabase(), join(place, 'nowhere'));
  });

  it('db copy is refused when PostgreSQL does not answer', () =>
    refused(3, /cannot be reached/, 'postgres://x@127.0.0.1:1/x'));
});

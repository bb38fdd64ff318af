import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { readMsos } from '../../src/storage/issuer/holder-keys.ts';
import { partitionPostgres } from '../../src/storage/postgres/partitions/partition.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { diptych } from '../support/cli.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { newDatabase } from './support/new-database.ts';
import { writersOn } from './support/writers.ts';

const BOTH = ['issued_mso', 'state_change'];
const FIRST = Date.UTC(2025, 0, 1);

let url: string;
let database: Database;
beforeEach(async () => {
  url = await newDatabase();
  database = openPostgres({ url, poolSize: 6, timeout: 60_000, prepare: true });
  await database.migrate();
});
afterEach(() => database.close());

const kinds = () =>
  queryPostgres(
    url,
    `select relname, relkind from pg_class where relname in ('issued_mso', 'state_change')`,
  ).map(({ relname, relkind }) => `${relname} ${relkind}`);
const DIVIDED = ['issued_mso p', 'state_change p'];

const leftovers = () =>
  queryPostgres(
    url,
    `select relname as name from pg_class where relname like any(array['issued_mso%\\_next%', 'state_change%\\_next%'])
      union all select proname from pg_proc where proname like 'diptych%'`,
  );

const indexes = () =>
  queryPostgres(
    url,
    `select indexname from pg_indexes where tablename in ('issued_mso', 'state_change') order by indexname`,
  ).map(({ indexname }) => indexname);

/** The statement of the plan, with the partitions that it looks into. */
const partitionsOf = (sql: string, values: readonly unknown[]) => {
  const plan = queryPostgres(url, `explain (analyze, costs off, timing off, summary off) ${sql}`, values);
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  const looked = text.matchAll(/ on (?:public\.)?((?:issued_mso|state_change)_\w+)[^\n]*actual[^\n]*/g);
  return [...new Set([...looked].map(([, name]) => name))];
};

/** Partitions of the audit log. */
const parts = () =>
  queryPostgres(url, `select relname from pg_class where relkind = 'r' and relname like 'state_change%'`)
    .length;

/** As a year later: the last partition was not made yet. */
const shorten = () =>
  queryPostgres(
    url,
    `do $$ declare part text; low text; begin
      drop table state_change_open;
      select max(relname) into part from pg_class where relkind = 'r' and relname like 'state_change%';
      select substring(pg_get_expr(relpartbound, oid) from '''(\\d+)''') into low from pg_class where relname = part;
      execute format('drop table %I', part);
      execute format('create table state_change_open partition of state_change for values from (%L) to (maxvalue)', low);
    end $$`,
  );

describe('diptych migrate --partition', () => {
  it('divides an empty database, and another run finds nothing to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-partition-'));
    vi.stubEnv('DIPTYCH_DATABASE_URL', url);
    const run = () => diptych('migrate', '--partition', '--data', join(folder, 'data'), '--json');
    const [before, first, second] = [indexes(), await run(), await run()];
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    expect(JSON.parse(first.out)).toEqual({ migrations: [], partitioned: BOTH });
    expect(JSON.parse(second.out)).toEqual({ migrations: [], partitioned: [] });
    expect(kinds()).toEqual(DIVIDED);
    // A unique index without the key is one of each partition.
    expect(indexes()).toEqual(before.filter((name) => name !== 'issued_mso_status'));
    expect(leftovers()).toEqual([]);
  });

  it('while servers write, no request fails and nothing is lost or comes back', async () => {
    const writers = writersOn(database, FIRST);
    for (let rounds = 0; rounds < 20; rounds += 1) await writers.insert(200);
    writers.start();
    expect(await partitionPostgres(url, () => {})).toEqual(BOTH);
    const written = writers.written();
    await expect.poll(() => writers.written()).toBeGreaterThan(written + 30);
    await writers.stop();
    expect(kinds()).toEqual(DIVIDED);
    await writers.expectStored();
  });

  it('a request that began before the exchange and writes after it runs again, so that it sees what others wrote', async () => {
    const exchanged = Promise.withResolvers<void>();
    let request: Promise<void> | undefined;
    let runs = 0;
    const write = (began: () => void) =>
      database.write(async (db) => {
        runs += 1;
        await db.selectFrom('device').selectAll().execute();
        began();
        await exchanged.promise;
        await db.deleteFrom('issued_mso').execute();
      });
    await partitionPostgres(url, async ({ table, step }) => {
      if (table !== 'issued_mso') return;
      if (step === 'exchange')
        await new Promise<void>((began) => {
          request = write(began);
        });
      if (step === 'finish') exchanged.resolve();
    });
    await request;
    expect(runs).toBe(2);
  });

  it('what an interruption after the exchange left goes with a start after the last transaction that began before', async () => {
    const older = new Client({ connectionString: url });
    await older.connect();
    const interrupted = partitionPostgres(url, async ({ step }) => {
      if (step === 'exchange') {
        await older.query('begin isolation level serializable');
        await older.query('select from device');
      }
      if (step === 'finish') throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    await database.migrate();
    expect(leftovers()).toEqual([{ name: 'diptych_began_before' }]);
    await expect(older.query('delete from issued_mso')).rejects.toMatchObject({ code: '40001' });
    await older.end();
    // No number of a transaction, which another cluster would read in a dump.
    const [trigger] = queryPostgres(
      url,
      `select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'diptych_began_before'`,
    );
    expect(trigger!.text).not.toMatch(/\d/);
    await writersOn(database, FIRST).insert(1);
    const afterStart = async () => {
      await database.migrate();
      return leftovers();
    };
    await expect.poll(afterStart).toEqual([]);
  });

  it('servers may use another role, which goes on while its owner divides a table and starts without being its owner', async () => {
    const role = new URL(url).pathname.slice(1);
    queryPostgres(url, `create role ${role} login password 'servers'`);
    queryPostgres(url, `grant select, insert, update, delete on all tables in schema public to ${role}`);
    queryPostgres(url, `alter default privileges grant select, insert, update, delete on tables to ${role}`);
    const address = Object.assign(new URL(url), { username: role, password: 'servers' });
    const servers = openPostgres({ url: String(address), poolSize: 4, timeout: 60_000, prepare: true });
    const writers = writersOn(servers, FIRST);
    await writers.insert(50);
    writers.start();
    expect(await partitionPostgres(url, () => {})).toEqual(BOTH);
    const written = writers.written();
    await expect.poll(() => writers.written()).toBeGreaterThan(written + 9);
    await writers.stop();
    await writers.expectStored();
    shorten();
    const made = parts();
    await servers.migrate();
    expect(parts()).toBe(made);
    await servers.close();
  });

  it('an MSO is looked up in one partition, and new entries of the audit log in those of their time', async () => {
    const writers = writersOn(database, FIRST);
    await writers.insert(500);
    await partitionPostgres(url, () => {});
    const key = Buffer.alloc(32, 7);
    expect(partitionsOf('select * from issued_mso where key_hash in ($1)', [key])).toHaveLength(1);
    const behind = String(Date.now()).padStart(14, '0');
    const newer = 'select * from state_change where change_id > $1 order by change_id limit 10';
    expect(partitionsOf(newer, [behind]).length).toBeLessThanOrEqual(6);
    expect(partitionsOf('select * from state_change where change_id = $1', [behind])).toHaveLength(1);
  });

  it('ten MSOs are looked up with one search for each', async () => {
    await writersOn(database, FIRST).insert(500);
    await partitionPostgres(url, () => {});
    const keys = Array.from({ length: 10 }, (_, index) => hash('sha256', `key ${index + 1}`, 'buffer'));
    const searches = await database.snapshot(async (db) => {
      for (const way of ['seqscan', 'bitmapscan']) await sql.raw(`set local enable_${way} = off`).execute(db);
      expect(await readMsos(db, {} as never, keys)).toHaveLength(10);
      const { rows } = await sql<{ searches: number }>`select sum(idx_scan)::int as searches
        from pg_stat_xact_user_tables where relname like 'issued_mso%'`.execute(db);
      return rows[0]?.searches;
    });
    expect(searches).toBe(10);
  });

  it('is given up by the two statements of the guide, and servers go on', async () => {
    const writers = writersOn(database, FIRST);
    await writers.insert(50);
    const interrupted = partitionPostgres(url, ({ step }) => {
      if (step === 'compare') throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(leftovers()).not.toEqual([]);
    const guide = readFileSync('docs/operate/postgresql.md', 'utf8');
    const statements = [...guide.matchAll(/`(drop (?:function|table) [^`]+)`/g)].map(
      ([, statement]) => statement!,
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements) queryPostgres(url, statement);
    expect(leftovers()).toEqual([]);
    await writers.insert(50);
    await writers.expectStored();
  });

  it('the oldest partition of the audit log can be dropped when a purge has emptied it', async () => {
    await writersOn(database, FIRST).insert(50);
    await partitionPostgres(url, () => {});
    await database.write((db) => db.deleteFrom('state_change').execute());
    const [oldest] = queryPostgres(
      url,
      `select min(relname) as name from pg_class where relkind = 'r' and relname like 'state_change_2%'`,
    );
    queryPostgres(url, `drop table ${oldest!.name}`);
    await database.migrate();
    await writersOn(database, Date.now()).insert(1, 100);
    expect(queryPostgres(url, 'select 1 from state_change')).toHaveLength(1);
  });

  it('a row of the audit log that no partition was made for is stored all the same', async () => {
    await partitionPostgres(url, () => {});
    await writersOn(database, 0).insert(1);
    await writersOn(database, 9e13).insert(1, 2);
    expect(queryPostgres(url, 'select 1 from state_change')).toHaveLength(2);
  });

  it('a start makes the partitions of the next year, unless entries are behind them already', async () => {
    await partitionPostgres(url, () => {});
    const made = parts();
    shorten();
    expect(parts()).toBe(made - 1);
    await database.migrate();
    expect(parts()).toBe(made);
    // A start that looks for migrations to run makes them too.
    queryPostgres(
      url,
      `insert into kysely_migration select '999-later', max(timestamp) from kysely_migration`,
    );
    shorten();
    await database.migrate();
    expect(parts()).toBe(made);
    shorten();
    await writersOn(database, 9e13).insert(1);
    await database.migrate();
    expect(parts()).toBe(made - 1);
  });
});

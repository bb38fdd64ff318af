import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openConnection } from './connection.ts';
import { openSqlite } from './sqlite-database.ts';

/** https://www.sqlite.org/pragma.html#pragma_synchronous */
const FULL = 2;
/** https://www.sqlite.org/pragma.html#pragma_temp_store */
const MEMORY = 2;

it('A writing connection syncs the log at every commit, overwrites deleted data, and copies no pages to temporary files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-connection-'));
  const { raw } = openConnection(join(folder, 'database'), { readonly: false });
  try {
    const pragma = (name: string) => raw.pragma(name, { simple: true });
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(FULL);
    expect(pragma('secure_delete')).toBe(1);
    expect(pragma('temp_store')).toBe(MEMORY);
  } finally {
    raw.close();
    rmSync(folder, { recursive: true });
  }
});

it('A statement is prepared once, but each time if it is longer than 16 KiB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-connection-'));
  const { raw, kysely } = openConnection(join(folder, 'database'), { readonly: false });
  const prepare = vi.spyOn(raw, 'prepare');
  try {
    const preparedFor = async (values: number) => {
      const before = prepare.mock.calls.length;
      const statement = sql`select 1 in (${sql.join(Array.from({ length: values }, (_, value) => value))})`;
      for (let times = 0; times < 3; times += 1) await statement.execute(kysely);
      return prepare.mock.calls.length - before;
    };
    expect(await preparedFor(100)).toBe(1);
    expect(await preparedFor(10_000)).toBe(3);
  } finally {
    raw.close();
    rmSync(folder, { recursive: true });
  }
});

/** A statement of a millisecond or more. */
const WORK = sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 20000)
  select count(*) from counted`;

/** Turns of the event loop while something runs. */
async function turnsOf(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await run();
  isDone = true;
  return turns;
}

async function withDatabase(use: (database: ReturnType<typeof openSqlite>) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-connection-'));
  const database = openSqlite(join(folder, 'database'));
  await database.migrate();
  await use(database);
  await database.close();
  rmSync(folder, { recursive: true });
}

it('A loop of statements has several turns: of reads, in a snapshot, and in a transaction that writes', () =>
  withDatabase(async (database) => {
    const loop = async (db: typeof database.reader) => {
      for (let left = 50; left > 0; left -= 1) await WORK.execute(db);
    };
    expect(await turnsOf(() => loop(database.reader))).toBeGreaterThan(4);
    expect(await turnsOf(() => database.snapshot(loop))).toBeGreaterThan(4);
    expect(await turnsOf(() => database.write(loop))).toBeGreaterThan(4);
  }));

it('While a transaction has several turns, nobody else writes in it or sees what it wrote', () =>
  withDatabase(async (database) => {
    const numbers = async (db: typeof database.reader) =>
      (await db.selectFrom('code_attempt').select('failures').execute()).map(({ failures }) => failures);
    const insert = (db: typeof database.reader, failures: number) =>
      db
        .insertInto('code_attempt')
        .values({ subject: `${failures}`, failures, window_ends_at: 0 })
        .execute();
    const begun = Promise.withResolvers<void>();
    let isReleased = false;
    const long = database.write(async (db) => {
      await insert(db, 1);
      while (!isReleased) await WORK.execute(db);
      expect(await numbers(db)).toEqual([1]);
      throw new Error('refused');
    });
    const other = database.write((db) => insert(db, 2));
    const snapshot = database.snapshot(async (db) => {
      const before = await numbers(db);
      begun.resolve();
      await other;
      return [before, await numbers(db)];
    });
    await begun.promise;
    // Until the transaction has begun.
    await new Promise((turn) => setTimeout(turn, 20));
    expect(await numbers(database.reader)).toEqual([]);
    isReleased = true;
    await expect(long).rejects.toThrow('refused');
    await other;
    expect(await snapshot).toEqual([[], []]);
    expect(await numbers(database.reader)).toEqual([2]);
  }));

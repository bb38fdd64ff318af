import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConflictError } from '../../src/conventions/errors.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import type { Schema } from '../../src/storage/schema/index.ts';
import { insertRows, updateRow } from '../../src/storage/statements.ts';
import { databaseOf, dropDatabaseOf, postgresUrl } from '../support/database-of.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

type Db = Kysely<Schema>;

const folder = mkdtempSync(join(tmpdir(), 'diptych-pipelined-'));
let database: Database;

beforeAll(async () => {
  await databaseOf(folder);
  database = openPostgres({ url: postgresUrl(folder), poolSize: 2, timeout: 60_000, prepare: true });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await database.close();
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true });
});

const device = (id: string, revision: number) => ({
  device_reference_id: id,
  revision,
  nonce: null,
  nonce_expires_at: null,
  credential_key: null,
  leaf_hash: null,
  security_level: null,
  identity_credential_key: null,
  registered_at: null,
  shares_key: null,
  hpke_context_mode: null,
});
const insert = (db: Db, id: string) => insertRows(db, 'device', [device(id, 1)]);
const update = (db: Db, id: string, revision: number) =>
  updateRow(db, 'device', { key: ['device_reference_id'] }, device(id, revision));
const devices = async (db: Db = database.reader) => {
  const rows = await db.selectFrom('device').selectAll().orderBy('device_reference_id').execute();
  return rows.map(({ device_reference_id: id, revision }) => `${id} ${revision}`);
};
const connections = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' order by pid`.execute(
    database.reader,
  );
  return rows.map(({ pid }) => pid);
};

/** Makes the server refuse each `begin`. */
function refuseBegin(): void {
  const { query } = Client.prototype;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [text] = args;
    const isBegin = typeof text === 'string' && text.startsWith('begin');
    return query.apply(this, (isBegin ? ['begin nothing'] : args) as never);
  } as never);
}

beforeEach(async () => {
  await database.write(async (db) => {
    await db.deleteFrom('device').execute();
    await insert(db, 'stored');
  });
});
afterEach(() => vi.restoreAllMocks());

describe('A change that is sent without waiting for its answer', () => {
  it('if it is refused, the transaction is refused, with what was sent behind it, and the connection stays', async () => {
    const before = await connections();
    const write = database.write(async (db) => {
      await insert(db, 'stored');
      await insert(db, 'behind');
    });
    await expect(write).rejects.toBeInstanceOf(ConflictError);
    expect(await devices()).toEqual(['stored 1']);
    expect(await connections()).toEqual(before);
  });

  it('a statement behind it gets its error, and not that of a transaction that has failed', async () => {
    const write = database.write(async (db) => {
      await insert(db, 'stored');
      await devices(db);
    });
    await expect(write).rejects.toBeInstanceOf(ConflictError);
  });

  it('if the row has another revision, nothing of the transaction is stored', async () => {
    const write = database.write(async (db) => {
      await insert(db, 'beside');
      await update(db, 'stored', 2);
    });
    await expect(write).rejects.toBeInstanceOf(ConflictError);
    expect(await devices()).toEqual(['stored 1']);
  });

  it('if another transaction has changed the row, the transaction is run again', async () => {
    let runs = 0;
    await database.write(async (db) => {
      runs += 1;
      const revision = Number((await devices(db))[0]?.split(' ')[1]);
      if (runs === 1) await database.write((other) => update(other, 'stored', revision));
      await update(db, 'stored', revision);
      await devices(db);
    });
    expect(runs).toBe(2);
    expect(await devices()).toEqual(['stored 3']);
  });

  it('more of them than are sent at once are all stored', async () => {
    const ids = Array.from({ length: 100 }, (_, number) => `many-${100 + number}`);
    await database.write(async (db) => {
      for (const id of ids) await insert(db, id);
    });
    expect(await devices()).toEqual([...ids, 'stored'].map((id) => `${id} 1`));
  });

  it('is not sent behind a transaction that could not begin, which would store it alone', async () => {
    refuseBegin();
    await expect(database.write((db) => insert(db, 'alone'))).rejects.toMatchObject({ code: '42601' });
    expect(await devices()).toEqual(['stored 1']);
  });

  it('a transaction without statements that could not begin is refused', async () => {
    refuseBegin();
    await expect(database.write(async () => {})).rejects.toMatchObject({ code: '42601' });
  });

  it('is not sent behind the end of its transaction, which would store it alone', async () => {
    let late: Promise<unknown> | undefined;
    const write = database.write(async (db) => {
      late = insert(db, 'late');
      late.catch(() => {});
      throw new Error('refused');
    });
    await expect(write).rejects.toThrow('refused');
    await expect(late).rejects.toThrow('has ended');
    expect(await devices()).toEqual(['stored 1']);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConflictError } from '../../../src/conventions/errors.ts';
import type { Device } from '../../../src/issuer/model/index.ts';
import type { IssuerDatabase } from '../../../src/issuer/ports/database.ts';
import type { Database } from '../../../src/storage/database.ts';
import { issuerStore } from '../../../src/storage/issuer/issuer-store.ts';
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts';
import { WriteQueue } from '../../../src/storage/sqlite/write-queue.ts';
import { query } from '../../support/database.ts';
import { TEST_EPOCHS } from '../../support/epochs.ts';

let folder: string;
let path: string;
let database: Database;
let store: IssuerDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-storage-'));
  path = join(folder, 'test.sqlite');
  database = openSqlite(path);
  await database.migrate();
  store = issuerStore(database, Date.now, (bytes) => crypto.getRandomValues(bytes), TEST_EPOCHS);
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const device = (id: string | number): Device => ({ deviceReferenceId: `d-${id}`, revision: 1 });
const stored = () =>
  query(path, 'select device_reference_id as id from device order by id').map(({ id }) => id);

/** Waits for one turn of the event loop, so that other tasks run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The write queue', () => {
  it('the write queue stores 64 concurrent writes, and each is durable when its promise resolves', async () => {
    const numbers = Array.from({ length: 64 }, (_, number) => number);
    await Promise.all(
      numbers.map(async (number) => {
        await store.write((writer) => writer.insertDevice(device(number)));
        expect(stored()).toContain(`d-${number}`);
      }),
    );
    expect(stored()).toHaveLength(64);
  });

  it('writes run one after the other, and none sees unfinished changes of another', async () => {
    let inside = 0;
    const outcomes = Array.from({ length: 64 }, (_, number) =>
      store.write(async (writer) => {
        inside += 1;
        expect(inside).toBe(1);
        await writer.insertDevice(device(number));
        if (number % 8 === 0) await turn();
        expect((await writer.device(`d-${number}`))?.revision).toBe(1);
        expect(inside).toBe(1);
        inside -= 1;
      }),
    );
    await Promise.all(outcomes);
  });

  it('a write that fails in a group is rolled back, and the others are stored', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, number) =>
        store.write(async (writer) => {
          await writer.insertDevice(device(number));
          await writer.record({
            subject: 'device',
            subjectId: `d-${number}`,
            event: 'register',
            actor: { kind: 'deadline' },
            at: 0,
          });
          if (number % 3 === 0) throw new Error(`number ${number}`);
          return number;
        }),
      ),
    );
    for (const [number, outcome] of outcomes.entries()) {
      if (number % 3 === 0)
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: `number ${number}` } });
      else expect(outcome).toEqual({ status: 'fulfilled', value: number });
    }
    const kept = outcomes
      .flatMap((outcome, number) => (outcome.status === 'fulfilled' ? [`d-${number}`] : []))
      .toSorted();
    expect(stored()).toEqual(kept);
    expect(query(path, 'select subject_id as id from state_change order by id').map(({ id }) => id)).toEqual(
      kept,
    );
  });

  it('a write that fails alone runs once, and a write that is refused before it changes anything makes no other run again', async () => {
    const runs = { failing: 0, good: 0 };
    const failing = () =>
      store.write(async (writer) => {
        runs.failing += 1;
        await writer.insertDevice(device('failing'));
        throw new Error('failing');
      });
    await expect(failing()).rejects.toThrow('failing');
    expect(runs.failing).toBe(1);
    const good = (id: string) =>
      store.write(async (writer) => {
        runs.good += 1;
        await writer.insertDevice(device(id));
      });
    const refused = store.write(() => Promise.reject(new Error('refused')));
    await Promise.allSettled([good('one'), refused, good('two')]);
    expect(runs.good).toBe(2);
    expect(stored()).toEqual(['d-one', 'd-two']);
  });

  it('a table that a failing write made is gone, and the other writes of its group are stored', async () => {
    const connection = new SqliteConnection(join(folder, 'tables.sqlite'));
    connection.exec('create table kept (id integer primary key)');
    const queue = new WriteQueue(connection);
    const outcomes = await Promise.allSettled([
      queue.run(async () => connection.exec('insert into kept values (1)')),
      queue.run(async () => {
        connection.exec('create table made (id integer primary key)');
        throw new Error('failing');
      }),
      queue.run(async () => connection.exec('insert into kept values (2)')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const tables = connection.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    expect(tables).toEqual(['kept']);
    expect(connection.prepare('select id from kept').pluck().all()).toEqual([1, 2]);
    connection.close();
  });

  it('readers see no uncommitted data, on any connection', async () => {
    await store.write(async (writer) => {
      await writer.insertDevice(device('open'));
      expect(await writer.device('d-open')).toBeDefined();
      expect(await store.read((reader) => reader.device('d-open'))).toBeUndefined();
      expect(stored()).toEqual([]);
      await turn();
      expect(await store.read((reader) => reader.device('d-open'))).toBeUndefined();
    });
    expect(await store.read((reader) => reader.device('d-open'))).toBeDefined();
  });

  it('a write sees the earlier writes of its group', async () => {
    const [, seen] = await Promise.all([
      store.write((writer) => writer.insertDevice(device('first'))),
      store.write((writer) => writer.device('d-first')),
    ]);
    expect(seen).toEqual(device('first'));
  });

  it('writing an existing row, or one that changed meanwhile, is a conflict', async () => {
    await store.write((writer) => writer.insertDevice(device('same')));
    await expect(store.write((writer) => writer.insertDevice(device('same')))).rejects.toBeInstanceOf(
      ConflictError,
    );
    const read = await store.read((reader) => reader.device('d-same'));
    await store.write((writer) => writer.updateDevice(read as Device));
    await expect(store.write((writer) => writer.updateDevice(read as Device))).rejects.toBeInstanceOf(
      ConflictError,
    );
    expect(query(path, 'select revision from device')).toEqual([{ revision: 2 }]);
  });

  it('of concurrent changes that read the same row one is stored, and the others are conflicts', async () => {
    await store.write((writer) => writer.insertDevice(device('busy')));
    const read = (await store.read((reader) => reader.device('d-busy'))) as Device;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => store.write((writer) => writer.updateDevice(read))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a write that throws before it writes, or throws a value that is no Error, does not affect other writes', async () => {
    const bad = [
      store.write(() => Promise.reject(new Error('async'))),
      store.write(() => {
        throw new Error('sync');
      }),
      store.write(() => Promise.reject('no error')),
    ];
    const good = store.write((writer) => writer.insertDevice(device('good')));
    expect((await Promise.allSettled(bad)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    await good;
    expect(stored()).toEqual(['d-good']);
  });

  it('closing the store waits for queued writes', async () => {
    const writes = Array.from({ length: 100 }, (_, number) =>
      store.write((writer) => writer.insertDevice(device(number))),
    );
    await database.close();
    await Promise.all(writes);
    expect(stored()).toHaveLength(100);
    await expect(store.write((writer) => writer.insertDevice(device('late')))).rejects.toThrow();
    database = openSqlite(path);
  });
});

describe('A full disk', () => {
  it('if a write passes over the error of a full disk, no write of its group has an effect', async () => {
    const connection = new SqliteConnection(join(folder, 'passed-over.sqlite'));
    connection.exec('create table t (id integer primary key, bytes blob)');
    const queue = new WriteQueue(connection);
    const insert = (id: number, size: number) =>
      connection.prepare('insert into t values (?, ?)').run(id, Buffer.alloc(size));
    connection.pragma(`max_page_count = ${Number(connection.pragma('page_count', { simple: true })) + 2}`);
    const outcomes = await Promise.allSettled([
      queue.run(async () => insert(1, 10)),
      queue.run(async () => expect(() => insert(2, 1_000_000)).toThrow('full')),
      queue.run(async () => insert(3, 10)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(connection.prepare('select id from t').all()).toEqual([]);
    connection.close();
  });

  it('writes on a full disk fail without effect, and succeed when there is space again', async () => {
    const connection = new SqliteConnection(join(folder, 'full.sqlite'));
    connection.pragma('journal_mode = WAL');
    connection.exec('create table t (id integer primary key, bytes blob)');
    const queue = new WriteQueue(connection);
    const insert = (id: number, size: number) =>
      queue.run(async () => connection.prepare('insert into t values (?, ?)').run(id, Buffer.alloc(size)));
    connection.pragma(`max_page_count = ${Number(connection.pragma('page_count', { simple: true })) + 2}`);
    const outcomes = await Promise.allSettled([insert(1, 10), insert(2, 1_000_000), insert(3, 10)]);
    const kept = connection
      .prepare('select id from t')
      .all()
      .map((row) => (row as { id: number }).id);
    expect(kept).toEqual(
      outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index + 1] : [])),
    );
    expect(outcomes[1]?.status).toBe('rejected');
    connection.pragma('max_page_count = 100000');
    await insert(4, 1_000_000);
    expect(connection.prepare('select count(*) as n from t where id = 4').get()).toEqual({ n: 1 });
    connection.close();
  });
});

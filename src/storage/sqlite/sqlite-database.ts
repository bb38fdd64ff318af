import { chmodSync, closeSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type SqliteConnection from 'better-sqlite3';
import { sql } from 'kysely';
import { UnavailableError } from '../../conventions/errors.ts';
import { type Database, doubt } from '../database.ts';
import { migrate } from '../migrations/index.ts';
import { BUSY_TIMEOUT, openConnection } from './connection.ts';
import { translated } from './faults.ts';
import { WriteQueue } from './write-queue.ts';

/** Writes to the log although it does not change the value. */
const PROBE = 'pragma user_version = 0';

/**
 * Attempts to read without a commit in between. Reads take microseconds, so reaching the limit is a fault.
 */
const SNAPSHOT_ATTEMPTS = 50;

/** Attempts to empty the log, and milliseconds between them. If all fail, further ones follow in the background. */
const EXPUNGE = { attempts: 10, pause: 50, later: 5000 };

/**
 * Copies the log into the file and truncates it. False if a reader uses the log or it is impossible now. A
 * failure does no harm: the rows are deleted, and the next write reports the error.
 */
function emptyLog(raw: SqliteConnection.Database): boolean {
  raw.pragma('busy_timeout = 0');
  try {
    const [{ busy }] = raw.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: 0 | 1 }];
    return busy === 0;
  } catch {
    return false;
  } finally {
    raw.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  }
}

/** The file contains personal data, so only its owner may read it. */
function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** @throws UnavailableError */
function openConnections(path: string) {
  try {
    const writing = openConnection(path, { readonly: false });
    return { writing, reading: openConnection(path, { readonly: true }) };
  } catch (error) {
    throw translated(error);
  }
}

/**
 * The embedded database: one file, one connection that writes, and one that reads committed data at the same
 * time (WAL).
 */
export function openSqlite(path: string): Database {
  createPrivately(path);
  const { writing, reading } = openConnections(path);
  const queue = new WriteQueue(writing.raw);

  const dataVersion = reading.raw.prepare('pragma data_version').pluck();
  /** This number changes with every commit of any process. */
  const version = () => dataVersion.get();

  /**
   * Uses no transaction, which would hide commits from other reads on the connection. Instead it reads again
   * if there was a commit in between.
   */
  async function snapshot<T>(use: () => Promise<T>): Promise<T> {
    try {
      for (let left = SNAPSHOT_ATTEMPTS; left > 0; left--) {
        const before = version();
        const [read] = await Promise.allSettled([use()]);
        if (version() !== before) continue;
        if (read.status === 'fulfilled') return read.value;
        throw read.reason;
      }
    } catch (error) {
      throw translated(error);
    }
    throw new UnavailableError('the database is too busy with changes; try again');
  }

  async function write<T>(use: () => Promise<T>): Promise<T> {
    try {
      return await queue.run(use);
    } catch (error) {
      throw translated(error);
    }
  }

  /** Not within a group of writes. */
  async function isEmptied(): Promise<boolean> {
    await queue.idle();
    return isClosed || (!writing.raw.inTransaction && emptyLog(writing.raw));
  }

  let isClosed = false;
  let isEmptying = false;

  /** A backup reads for minutes, and ordinary checkpoints leave what was deleted in the log until it is overwritten. */
  async function emptyLater(): Promise<void> {
    if (isEmptying) return;
    isEmptying = true;
    do await setTimeout(EXPUNGE.later, undefined, { ref: false });
    while (!(await isEmptied()));
    isEmptying = false;
  }

  /** A reader of another process may still be using the log. */
  async function expunge(): Promise<void> {
    for (let left = EXPUNGE.attempts; left > 0; left--) {
      if (await isEmptied()) return;
      await setTimeout(EXPUNGE.pause);
    }
    void emptyLater();
  }

  // The process before may have been killed between an erasure and this.
  if (!emptyLog(writing.raw)) void emptyLater();

  /** A new index of a large table is sorted in files, not in memory. */
  async function onDisk<T>(use: () => Promise<T>): Promise<T> {
    writing.raw.pragma('temp_store = FILE');
    try {
      return await use();
    } finally {
      writing.raw.pragma('temp_store = MEMORY');
    }
  }

  const doubted = doubt(() => write(async () => writing.raw.exec(PROBE)));

  return {
    reader: reading.kysely,
    replica: reading.kysely,
    missedByReplica: () => 0,
    commitsInDoubt: () => 0,
    snapshot: (use) => snapshot(() => use(reading.kysely)),
    write: (use) => doubted.over(write(() => use(writing.kysely))),
    expunge,
    origin: async () => undefined,
    migrate: () => onDisk(() => write(() => migrate(writing.kysely, 'sqlite'))),
    async ping() {
      await sql`select 1`.execute(reading.kysely);
      await doubted.settle();
    },
    async close() {
      await queue.idle();
      isClosed = true;
      reading.raw.close();
      writing.raw.close();
    },
  };
}

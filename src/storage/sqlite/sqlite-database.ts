import { chmodSync, closeSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type SqliteConnection from 'better-sqlite3';
import { sql } from 'kysely';
import { SEALED_HEADER } from '../../keys/holder-keys/envelope.ts';
import { type Database, writeHealth } from '../database.ts';
import { migrate } from '../migrations/index.ts';
import { hasLeftovers, openConnection, requireOwnDatabase } from './connection.ts';
import { translateFault } from './faults.ts';
import { hasBytes } from './find-bytes.ts';
import { ReadTransactions } from './read-transactions.ts';
import { rewrite } from './rewrite.ts';
import { WriteQueue } from './write-queue.ts';

/** Writes to the log although it does not change the value. */
const PROBE = 'pragma application_id = 0';

/** In the header of the file: whether the key of an erased holder may be left in it. */
const LEFTOVERS = { note: 'pragma user_version = 1', forget: 'pragma user_version = 0' } as const;

/** How long an erasure waits until it is known that no copy of the key is left, in milliseconds. A large file takes longer. */
const KEY_SEARCH = 5000;

/**
 * The encrypted key itself, without nonce and tag, in halves: what is left of a copy that lost a part of both cannot be
 * guessed.
 */
const halvesOf = (wrapped: Uint8Array): readonly Uint8Array[] => [
  wrapped.subarray(SEALED_HEADER, SEALED_HEADER + 16),
  wrapped.subarray(SEALED_HEADER + 16, SEALED_HEADER + 32),
];

/** Attempts to empty the log, and milliseconds between them. If all fail, further ones follow in the background. */
const EXPUNGE = { attempts: 10, pause: 50, later: 5000 };

/**
 * Copies the log into the file and truncates it. False if a reader uses the log or it is impossible now. A
 * failure does no harm: the rows are deleted, and the next write reports the error.
 */
function emptyLog(raw: SqliteConnection.Database): boolean {
  try {
    const [{ busy }] = raw.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: 0 | 1 }];
    return busy === 0;
  } catch {
    return false;
  }
}

/** The file contains personal data, so only its owner may read it. */
function createPrivately(path: string): void {
  requireOwnDatabase(path);
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** @throws UnavailableError */
function openConnections(path: string) {
  try {
    const writing = openConnection(path, { readonly: false });
    return { writing, reading: openConnection(path, { readonly: true }) };
  } catch (error) {
    throw translateFault(error);
  }
}

/**
 * The embedded database: one file, one connection that writes, and others that read committed data at the same
 * time (WAL).
 */
export function openSqlite(path: string): Database {
  createPrivately(path);
  const { writing, reading } = openConnections(path);
  const queue = new WriteQueue(writing.raw);

  const transactions = new ReadTransactions(path);

  /** Also the statements that begin and end transactions report the errors of a disk. */
  async function translating<T>(run: Promise<T>): Promise<T> {
    try {
      return await run;
    } catch (error) {
      throw translateFault(error);
    }
  }

  const write = <T>(use: () => Promise<T>) => translating(queue.run(use));

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
    await dropCopies().catch(() => {});
  }

  /** Before and after, the file says whether it must be done again: it can fail, and the process can end. */
  async function rewriteFile(): Promise<void> {
    const say = (text: string) => write(async () => writing.raw.exec(text));
    await say(LEFTOVERS.note);
    await translating(queue.aside(() => rewrite(path)));
    await say(LEFTOVERS.forget);
  }

  /** Encrypted keys of erased holders of which the file may have copies. */
  const erased: Uint8Array[] = [];

  /** Now and then SQLite leaves a copy of a row in the unused part of a page. Of a key none may be left. */
  async function dropCopies(): Promise<void> {
    const wanted = erased.splice(0).flatMap(halvesOf);
    if (wanted.length === 0) return;
    const mayBeLeft = await hasBytes(path, wanted).catch(() => true);
    if (!mayBeLeft || isClosed) return;
    await rewriteFile();
    if (!(await isEmptied())) void emptyLater();
  }

  /** A reader of another process may still be using the log. */
  async function expunge(key?: Uint8Array): Promise<void> {
    if (key) erased.push(key);
    for (let left = EXPUNGE.attempts; left > 0; left--) {
      if (await isEmptied()) {
        // Doctor tells if it fails: the erasure is done.
        const dropped = dropCopies().catch(() => {});
        return Promise.race([dropped, setTimeout(KEY_SEARCH, undefined, { ref: false })]);
      }
      await setTimeout(EXPUNGE.pause);
    }
    void emptyLater();
  }

  // The process before may have been killed between an erasure and this.
  if (!emptyLog(writing.raw)) void emptyLater();
  // Doctor tells if it fails again.
  if (hasLeftovers(writing.raw))
    void rewriteFile()
      .then(() => expunge())
      .catch(() => {});

  /** A new index of a large table is sorted in files, not in memory. */
  async function onDisk<T>(use: () => Promise<T>): Promise<T> {
    writing.raw.pragma('temp_store = FILE');
    try {
      return await use();
    } finally {
      writing.raw.pragma('temp_store = MEMORY');
    }
  }

  const health = writeHealth(() => write(async () => writing.raw.exec(PROBE)));

  return {
    reader: reading.kysely,
    replica: reading.kysely,
    missedByReplica: () => 0,
    commitsInDoubt: () => 0,
    snapshot: (use) => translating(transactions.run(use)),
    write: (use) => health.track(write(() => use(writing.kysely))),
    expunge,
    origin: async () => undefined,
    migrate: () => onDisk(() => write(() => migrate(writing.kysely, 'sqlite'))),
    async ping() {
      await sql`select 1`.execute(reading.kysely);
      await health.recheck();
    },
    async close() {
      await queue.idle();
      isClosed = true;
      transactions.close();
      reading.raw.close();
      writing.raw.close();
    },
  };
}

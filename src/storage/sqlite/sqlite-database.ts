import { chmodSync, closeSync, openSync } from 'node:fs';
import { sql } from 'kysely';
import { ConflictError } from '../../conventions/conflict.ts';
import { UnavailableError } from '../../conventions/unavailable.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrations/index.ts';
import { openConnection } from './connection.ts';
import { WriteQueue } from './write-queue.ts';

/** Result codes of a broken unique constraint, https://www.sqlite.org/rescode.html */
const CONFLICTS = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE']);

/** A full disk, one that fails or may only be read, or another process that holds the file for long. */
const PASSING = /^SQLITE_(FULL|IOERR|READONLY|BUSY|CANTOPEN)/;

function translate(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CONFLICTS.has(code)) return new ConflictError('the row exists already', { cause: error });
  return PASSING.test(code) ? new UnavailableError(`the database cannot do this now: ${code}`) : error;
}

/** The file holds personal data: only its owner reads it. */
function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** The embedded database: one file, one writing connection, committed data read beside it (WAL). */
export function openSqlite(path: string): Database {
  createPrivately(path);
  const writing = openConnection(path, { readonly: false });
  const reading = openConnection(path, { readonly: true });
  const queue = new WriteQueue(writing.raw);
  return {
    reader: reading.kysely,
    replica: reading.kysely,
    async write(use) {
      try {
        return await queue.run(() => use(writing.kysely));
      } catch (error) {
        throw translate(error);
      }
    },
    migrate: () => queue.run(() => migrate(writing.kysely as never, 'sqlite')),
    async ping() {
      await sql`select 1`.execute(reading.kysely);
    },
    async close() {
      await queue.idle();
      reading.raw.close();
      writing.raw.close();
    },
  };
}

import SqliteConnection from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { sqliteDialect } from './dialect.ts';

export interface OpenConnection {
  readonly raw: SqliteConnection.Database;
  readonly kysely: Kysely<Schema>;
}

/**
 * KiB of pages that a connection keeps. One that writes keeps few: a commit that split a page of a tree goes through all
 * of them (balance_nonroot of SQLite gives a page a number beyond the end of the file for a moment, and pages beyond the
 * end are looked for), which took a third of each commit with 64 MiB. The system has the rest in its page cache.
 */
const CACHE_KIB = { reading: 65_536, writing: 8192 } as const;

/** How long a statement waits for another process, milliseconds. */
export const BUSY_TIMEOUT = 10_000;

export function openConnection(path: string, { readonly }: { readonly: boolean }): OpenConnection {
  const raw = new SqliteConnection(path, { readonly, timeout: BUSY_TIMEOUT });
  if (!readonly) {
    raw.pragma('journal_mode = WAL');
    // An acknowledged change is on disk: every commit is followed by a sync of the log.
    raw.pragma('synchronous = FULL');
    raw.pragma('secure_delete = ON');
  }
  raw.pragma(`cache_size = -${readonly ? CACHE_KIB.reading : CACHE_KIB.writing}`);
  return { raw, kysely: new Kysely<Schema>({ dialect: sqliteDialect(raw) }) };
}

import SqliteConnection from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { sqliteKysely } from './sqlite-kysely.ts';

export interface OpenConnection {
  readonly raw: SqliteConnection.Database;
  readonly kysely: Kysely<Schema>;
}

/**
 * KiB of pages kept by one connection; what does not fit is in the page cache of the system. Not more: a commit that
 * split a page of a tree goes through all that are kept (balance_nonroot of SQLite numbers a page beyond the end of the
 * file for a moment, and pages beyond the end are dropped), which cost a third of each commit with 64 MiB.
 */
const CACHE_KIB = 8192;

export function openConnection(path: string, { readonly }: { readonly: boolean }): OpenConnection {
  const raw = new SqliteConnection(path, { readonly, timeout: 10_000 });
  if (!readonly) {
    raw.pragma('journal_mode = WAL');
    // An acknowledged change is on disk: every commit is followed by a sync of the log.
    raw.pragma('synchronous = FULL');
    raw.pragma('secure_delete = ON');
  }
  raw.pragma(`cache_size = -${CACHE_KIB}`);
  return { raw, kysely: sqliteKysely(raw) };
}

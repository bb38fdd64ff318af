import SqliteConnection from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { sqliteKysely } from './sqlite-kysely.ts';

export interface OpenConnection {
  readonly raw: SqliteConnection.Database;
  readonly kysely: Kysely<Schema>;
}

export function openConnection(path: string, { readonly }: { readonly: boolean }): OpenConnection {
  const raw = new SqliteConnection(path, { readonly, timeout: 10_000 });
  if (!readonly) {
    raw.pragma('journal_mode = WAL');
    // An acknowledged change is on disk: every commit is followed by a sync of the log.
    raw.pragma('synchronous = FULL');
    raw.pragma('secure_delete = ON');
  }
  raw.pragma('cache_size = -65536');
  return { raw, kysely: sqliteKysely(raw) };
}

import SqliteConnection from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Statements kept prepared for each connection; far above the number of distinct statements. */
const MAX_STATEMENTS = 512;

/** Kysely prepares every query anew; the statements are few, so they are kept. */
function preparedOnce(connection: SqliteConnection.Database) {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql: string): SqliteStatement {
      const known = statements.get(sql);
      if (known) return known;
      const statement = connection.prepare(sql) as unknown as SqliteStatement;
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
    close: () => connection.close(),
  };
}

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
  return { raw, kysely: new Kysely<Schema>({ dialect: new SqliteDialect({ database: preparedOnce(raw) }) }) };
}

import SqliteConnection from 'better-sqlite3';
import { requireOwnDatabase } from './connection.ts';

/**
 * Makes a restored database open new status lists. The entries that were given after the backup are unknown, and would be
 * given a second time.
 */
export function closeStatusListsOf(path: string, at: number): void {
  requireOwnDatabase(path);
  const connection = new SqliteConnection(path);
  try {
    const table = connection.prepare(
      "select 1 from sqlite_master where type = 'table' and name = 'status_list'",
    );
    if (table.get() === undefined) return;
    connection.prepare('update status_list set closed_at = ? where closed_at is null').run(at);
  } finally {
    connection.close();
  }
}

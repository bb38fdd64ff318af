import { closeSync, openSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { requireOwnDatabase } from './connection.ts';

/** Number of pages to copy before other events are handled: 4 MB. */
const STEP = 1000;

export interface SnapshotProgress {
  readonly done: number;
  readonly pages: number;
}

/** A consistent copy of a database file. Servers can write while it is made. */
export interface Snapshot {
  /** Writes the copy as a single file that only its owner can read. */
  copyTo(path: string, observe: (progress: SnapshotProgress) => void): Promise<void>;
  close(): void;
}

/** Without a write-ahead log the copy can be read from a read-only folder. */
function endLog(path: string): void {
  const copy = new SqliteConnection(path);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/**
 * The copy shows the state at the time of this call. A read transaction stays open until the end. Without it,
 * each change by another process would restart the copy (https://www.sqlite.org/c3ref/backup_finish.html),
 * which might then never end.
 */
export function openSnapshot(path: string): Snapshot {
  requireOwnDatabase(path);
  const source = new SqliteConnection(path, { readonly: true, timeout: 10_000 });
  source.exec('begin');
  source.prepare('select count(*) from sqlite_master').get();
  return {
    async copyTo(target, observe) {
      closeSync(openSync(target, 'wx', 0o600));
      await source.backup(target, {
        progress({ totalPages: pages, remainingPages }) {
          observe({ done: pages - remainingPages, pages });
          return STEP;
        },
      });
      endLog(target);
    },
    close: () => void source.close(),
  };
}

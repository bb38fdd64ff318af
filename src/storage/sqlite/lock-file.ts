import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { requireOwnDatabase } from './connection.ts';
import { isBusy } from './faults.ts';

/**
 * Locks a file, which is made if it is absent. Returns what unlocks it; undefined if somebody else has locked it. The operating
 * system unlocks it when the process ends, also if it is killed. Who deletes the file unlocks it afterwards.
 */
export function lockFile(path: string): (() => void) | undefined {
  requireOwnDatabase(path);
  // Closing any descriptor of a file drops all locks that this process has on it.
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  else closeSync(openSync(path, 'a', 0o600));
  const lock = new SqliteConnection(path, { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    // Of several that try this together one succeeds; an exclusive transaction could fail in all of them.
    lock.exec('begin immediate');
    // If not, it was deleted before it was unlocked, and the next one locks another file.
    if (existsSync(path)) return () => void lock.close();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  lock.close();
  return undefined;
}

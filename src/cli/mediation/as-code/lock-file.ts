import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  EMPTY_LOCK,
  type Lock,
  type LockScope,
  parseLock,
  printLock,
  scopeOf,
  withScope,
} from '../../../mediation/as-code/lock.ts';

/** Replaces a file at once: after a crash there is the old text or the new one. */
export function replaceFile(path: string, text: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, 'w', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

export const lockPathOf = (file: string) => join(dirname(file), 'diptych.lock.json');

/** The part of the lock file about one publisher on one server. */
export interface LockFile {
  read(): LockScope;
  write(scope: LockScope): void;
}

/** @throws LockError */
export function lockFile(path: string, server: string, publisher: string): LockFile {
  const whole = (): Lock => (existsSync(path) ? parseLock(readFileSync(path, 'utf8'), path) : EMPTY_LOCK);
  return {
    read: () => scopeOf(whole(), server, publisher),
    // Read again, because another server may have been applied from the same file.
    write(scope) {
      const text = printLock(withScope(whole(), server, publisher, scope));
      if (!existsSync(path) || readFileSync(path, 'utf8') !== text) replaceFile(path, text);
    },
  };
}

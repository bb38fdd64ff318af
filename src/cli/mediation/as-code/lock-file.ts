import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../failures.ts';

/** Replaces a file at once: after a crash there is the old text or the new one. @throws UsageError if it cannot be written */
export function replaceFile(path: string, text: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(draft, 'w', mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

export const lockPathOf = (file: string) => join(dirname(file), 'diptych.lock.json');

/** The part of the lock file about one publisher on one server. */
export interface LockFile {
  read(): LockScope;
  write(scope: LockScope): void;
}

/** @throws LockError, UsageError */
export function lockFile(path: string, server: string, publisher: string): LockFile {
  const whole = (): Lock => (existsSync(path) ? parseLock(readText(path), path) : EMPTY_LOCK);
  return {
    read: () => scopeOf(whole(), server, publisher),
    // Read again, because another server may have been applied from the same file.
    write(scope) {
      const text = printLock(withScope(whole(), server, publisher, scope));
      if (!existsSync(path) || readText(path) !== text) replaceFile(path, text);
    },
  };
}

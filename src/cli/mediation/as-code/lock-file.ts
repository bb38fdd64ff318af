import { hash } from 'node:crypto';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../../files/whole-file.ts';
import {
  EMPTY_LOCK,
  type Lock,
  type LockScope,
  parseLock,
  printChanges,
  printLock,
  scopeOf,
  withJournal,
  withScope,
} from '../../../mediation/as-code/lock.ts';
import { LARGEST, readText } from '../../bounded-file.ts';
import { UsageError } from '../../cli-errors.ts';

const unwritable = (path: string, error: unknown) =>
  new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);

/** @throws UsageError if it cannot be written */
export function writeTextFile(path: string, text: string, mode?: number): void {
  try {
    replaceFile(path, text, mode === undefined ? {} : { mode });
  } catch (error) {
    throw unwritable(path, error);
  }
}

function appendDurably(path: string, text: string): void {
  try {
    appendFileSync(path, text, { flush: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}

export const lockPathOf = (file: string) => join(dirname(file), 'diptych.lock.json');

/** The part of the lock file about one publisher on one server. */
export interface LockFile {
  read(): LockScope;
  /** Makes what changed durable, in a journal beside the file: the work does not grow with the file. */
  note(scope: LockScope): void;
  /** Writes the file, and removes the journal. */
  write(scope: LockScope): void;
}

/** @throws LockError, UsageError */
export function lockFile(path: string, server: string, publisher: string): LockFile {
  const whole = (): Lock => (existsSync(path) ? parseLock(readText(path), path) : EMPTY_LOCK);
  // Another server may be applied from the same file at the same time.
  const journal = `${path}.${hash('sha256', `${server} ${publisher}`).slice(0, 8)}.journal`;
  let noted: LockScope | undefined;
  const read = () => {
    const scope = scopeOf(whole(), server, publisher);
    return existsSync(journal)
      ? withJournal(scope, readText(journal, { most: LARGEST.table }), journal)
      : scope;
  };
  // Read again, because another server may have been applied from the same file.
  const write = (scope: LockScope) => {
    const text = printLock(withScope(whole(), server, publisher, scope));
    if (!existsSync(path) || readText(path) !== text) writeTextFile(path, text);
    rmSync(journal, { force: true });
    noted = scope;
  };
  return {
    read,
    note(scope) {
      // What a run that was broken off left goes into the file, so that nothing follows a line that was cut off.
      if (noted === undefined && existsSync(journal)) write(read());
      appendDurably(journal, printChanges(noted ?? read(), scope));
      noted = scope;
    },
    write,
  };
}

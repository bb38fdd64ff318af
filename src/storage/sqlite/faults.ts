import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import { UserError } from '../../conventions/user-error.ts';

/** Result codes of a violated unique constraint, https://www.sqlite.org/rescode.html */
const CONFLICTS = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE']);

/** Temporary errors, by the primary result code. */
const PASSING: Readonly<Record<string, string>> = {
  FULL: 'the disk is full',
  IOERR: 'the disk fails or is full',
  READONLY: 'its file may only be read',
  CANTOPEN: 'its file cannot be opened',
  BUSY: 'another process holds its file',
};

/** The file is not an SQLite database, or is damaged. */
class DamagedDatabase extends UserError {
  override readonly name = 'DamagedDatabase';
}

/** Whether another connection has locked the file. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** Translates an error of SQLite into one of ours. */
export function translateFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CONFLICTS.has(code)) return new ConflictError('the row exists already', { cause: error });
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    const text = `the database is damaged (${code}); diptych doctor says more; diptych restore restores a backup`;
    return new DamagedDatabase(text, { cause: error });
  }
  const why = PASSING[/^SQLITE_([A-Z]+)/.exec(code)?.[1] ?? ''];
  if (why === undefined) return error;
  return new UnavailableError(`the database cannot do this now: ${why} (${code})`, code);
}

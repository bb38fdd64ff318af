/** A backup that cannot be made, or is none, or does not fit where it should go. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Of the system (https://man7.org/linux/man-pages/man3/errno.3.html) and of SQLite (https://www.sqlite.org/rescode.html). */
const CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;

/** A full disk, a folder that may not be written to, a damaged file: told in one line. */
export function asBackupError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  if (!(error instanceof Error) || typeof code !== 'string' || !CODE.test(code)) return error;
  const told = error.message.includes(code) ? error.message : `${error.message} (${code})`;
  return new BackupError(`${told}; nothing was made`, { cause: error });
}

import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../conventions/user-error.ts';
import { syncPath } from '../../files/whole-file.ts';

/** A backup cannot be made, read or restored. The message says why. */
export class BackupError extends UserError {
  override readonly name = 'BackupError';
}

/**
 * Error codes of the system (https://man7.org/linux/man-pages/man3/errno.3.html) and of SQLite
 * (https://www.sqlite.org/rescode.html).
 */
const CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;

/** Reports a full disk, a missing permission or a damaged file in one line. */
export function asBackupError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  if (!(error instanceof Error) || typeof code !== 'string' || !CODE.test(code)) return error;
  const message = error.message.includes(code) ? error.message : `${error.message} (${code})`;
  return new BackupError(`${message}; nothing was created`, { cause: error });
}

export interface FileDigest {
  readonly bytes: number;
  /** The digest in hex. */
  readonly sha256: string;
}

/** Creates a file that only its owner can read, and syncs it to disk. */
export const writePrivate = (path: string, content: string | Uint8Array): void =>
  writeFileSync(path, content, { mode: 0o600, flag: 'wx', flush: true });

function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    digest: (): FileDigest => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export async function digestOf(path: string): Promise<FileDigest> {
  const { through, digest } = measure();
  for await (const _ of through(createReadStream(path)));
  return digest();
}

/** Copies the file and returns the digest of the bytes that were read. */
export async function copyPrivate(from: string, to: string): Promise<FileDigest> {
  const { through, digest } = measure();
  const target = createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(createReadStream(from), through, target);
  return digest();
}

/** Creates the folder, which must not exist. */
function makeDraft(draft: string): void {
  if (existsSync(draft))
    throw new BackupError(
      `${draft} exists: another backup or restore is running, or was interrupted; if it was interrupted, remove the folder`,
    );
  mkdirSync(draft, { mode: 0o700 });
}

async function filled<T>(draft: string, made: string | undefined, fill: () => Promise<T>): Promise<T> {
  try {
    return await fill();
  } catch (error) {
    rmSync(made ?? draft, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Fills a folder under a temporary name, readable by its owner only; removes it if that fails.
 * @throws BackupError
 */
export async function inDraft<T>(draft: string, fill: () => Promise<T>): Promise<T> {
  try {
    const made = mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
    makeDraft(draft);
    return await filled(draft, made, fill);
  } catch (error) {
    throw asBackupError(error);
  }
}

/** Renames the finished folder: under its final name it is always complete. */
export function publish(draft: string, folder: string): void {
  syncPath(draft);
  renameSync(draft, folder);
  syncPath(dirname(folder));
}

/** @throws BackupError */
export function refuseFilled(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupError(`${folder} is not empty; name an empty or a new folder`);
}

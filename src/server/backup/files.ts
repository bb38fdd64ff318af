import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A backup that cannot be made, or is none, or does not fit where it should go. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Of the system (https://man7.org/linux/man-pages/man3/errno.3.html) and of SQLite (https://www.sqlite.org/rescode.html). */
const CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;

/** A full disk, a folder that may not be written to, a damaged file: reported in one line. */
export function asBackupError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  if (!(error instanceof Error) || typeof code !== 'string' || !CODE.test(code)) return error;
  const told = error.message.includes(code) ? error.message : `${error.message} (${code})`;
  return new BackupError(`${told}; nothing was made`, { cause: error });
}

export interface FileDigest {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Until it is on disk. Also for folders, whose entries are not on disk before. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** A new file that its owner alone reads, on disk. */
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

/** What was written, as it was read. */
export async function copyPrivate(from: string, to: string): Promise<FileDigest> {
  const { through, digest } = measure();
  const target = createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(createReadStream(from), through, target);
  return digest();
}

/** Makes the folder, which must not be there. */
function makeDraft(draft: string): void {
  if (existsSync(draft))
    throw new BackupError(
      `${draft} is there: the same is being done now, or was broken off; remove it in that case`,
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
 * Fills a folder of its owner's under a name that no one takes for finished; leaves nothing behind when that fails.
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

/** A folder of this name is whole or not there. */
export function publish(draft: string, folder: string): void {
  syncPath(draft);
  renameSync(draft, folder);
  syncPath(dirname(folder));
}

/** @throws BackupError */
export function refuseFilled(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupError(`${folder} is not empty; name a folder that is, or that is not there yet`);
}

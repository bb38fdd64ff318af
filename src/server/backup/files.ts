import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync, writeFileSync } from 'node:fs';
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

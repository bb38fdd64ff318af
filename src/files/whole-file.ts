import { closeSync, fchownSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The end of the name of every draft. */
export const DRAFT = '.draft';

export interface FileOptions {
  readonly mode?: number;
  /** Whom the file is given to. Only root can give files away. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Returns when the file is on disk; for a folder, when its entries are. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Writes a new file beside a path, synced to disk, and returns its path. Nothing is left if that fails. */
export function writeDraft(
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, owner }: FileOptions = {},
): string {
  const draft = `${path}.${crypto.randomUUID()}${DRAFT}`;
  try {
    const descriptor = openSync(draft, 'wx', mode);
    try {
      // Not by its path: who may write into the folder could put a link to a file of root there.
      if (owner) fchownSync(descriptor, owner.uid, owner.gid);
      // Writes everything or throws; a full disk could accept only a part.
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}

/** Replaces a file durably: readers, and whoever looks after a crash, see the file before or after, never a part of it. */
export function replaceFile(path: string, content: string | Uint8Array, options?: FileOptions): void {
  const draft = writeDraft(path, content, options);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncPath(dirname(path));
}

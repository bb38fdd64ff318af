import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of the folder, with what a CDN has to send with it. */
export interface PublishedFile {
  /** Relative to the folder, and the path of the address. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly cacheControl: string;
}

const INDEX = 'published.json';

/** Readers see the file before or after, never a part of it. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

function same(path: string, content: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(content);
  } catch {
    return false;
  }
}

/** Writes a file if it differs; its time of change then tells when the content changed. */
export function writeChanged(folder: string, path: string, content: Uint8Array): boolean {
  const target = join(folder, path);
  if (same(target, content)) return false;
  writeWhole(target, content);
  return true;
}

/** The files of earlier runs. */
export function readIndex(folder: string): readonly PublishedFile[] {
  try {
    const { files } = JSON.parse(readFileSync(join(folder, INDEX), 'utf8')) as {
      readonly files: readonly PublishedFile[];
    };
    return files;
  } catch {
    return [];
  }
}

/** Written last, so that every file in it is there. */
export function writeIndex(folder: string, files: Iterable<PublishedFile>): void {
  const sorted = [...files].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  writeWhole(join(folder, INDEX), `${JSON.stringify({ files: sorted }, null, 2)}\n`);
}

export const removeFile = (folder: string, path: string): void => rmSync(join(folder, path), { force: true });

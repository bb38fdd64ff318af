import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../cli-errors.ts';
import { writeWhole } from '../../write-whole.ts';

/** A file of the folder, with what a CDN has to send with it. */
export interface PublishedFile {
  /** Relative to the folder, and the path of the address. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly cacheControl: string;
}

const INDEX = 'published.json';

/** Only such paths are written and removed, whatever a server or an edited index says: they stay in the folder. */
const PATH = /^serve\/v1\/[\w-]+\/(?:apps\/[\w~-]+|snapshots\/[0-9a-f]{64})\.json$/;

/** @throws UsageError */
function placeOf(folder: string, path: string): string {
  if (PATH.test(path)) return join(folder, path);
  throw new UsageError('the key or the app has characters that ids do not have; nothing was written for it');
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
  const target = placeOf(folder, path);
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
    return files.filter((file) => PATH.test(file?.path));
  } catch {
    return [];
  }
}

/** Written last, so that every file in it is there. */
export function writeIndex(folder: string, files: Iterable<PublishedFile>): void {
  const sorted = [...files].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  writeWhole(join(folder, INDEX), `${JSON.stringify({ files: sorted }, null, 2)}\n`);
}

export const removeFile = (folder: string, path: string): void =>
  rmSync(placeOf(folder, path), { force: true });

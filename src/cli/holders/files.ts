import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Image, inlineImages } from '../../client/import/images.ts';
import type { RecordProblem } from './text-file.ts';

/** Largest image file in bytes, far more than a credential can contain; a record has room for it in base64. */
const MAX_IMAGE = 640 * 1024;

/** Problems do not name the file. */
export type ReadImage = (name: string) => Image<string>;

const OUTSIDE = { problem: 'names an image outside of the folder' };
const ABSENT = { problem: 'names an image that is not there' };
const TOO_LARGE = { problem: `names an image of more than ${MAX_IMAGE} bytes` };

function realPathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Names beyond ASCII of the files in a folder, by their composed form. */
function composedNames(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name !== name.normalize('NFC'));
  return new Map(names.map((name) => [name.normalize('NFC'), name]));
}

/**
 * Finds a file by its name in composed or decomposed letters: Macs write names decomposed, databases and spreadsheets
 * composed. undefined if there is none.
 */
function finder() {
  const folders = new Map<string, ReadonlyMap<string, string>>();
  const find = (path: string): string | undefined => {
    if (existsSync(path)) return path;
    const folder = path === dirname(path) ? undefined : find(dirname(path));
    if (folder === undefined || !statSync(folder).isDirectory()) return undefined;
    if (!folders.has(folder)) folders.set(folder, composedNames(folder));
    const name = basename(path).normalize('NFC');
    const decomposed = folders.get(folder)?.get(name) ?? name;
    return existsSync(join(folder, decomposed)) ? join(folder, decomposed) : undefined;
  };
  return find;
}

export const existingPath = (path: string): string | undefined => finder()(path);

/**
 * Reads images of a folder. The author of the records chooses the names, so files outside of the folder are refused, also
 * those that a symbolic link leads to.
 */
export function imagesIn(folder: string): ReadImage {
  const root = realpathSync(folder);
  const find = finder();
  const isInside = (path: string) => path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
  return (name) => {
    const named = resolve(root, name);
    if (!isInside(named)) return OUTSIDE;
    const existing = find(named);
    const file = existing === undefined ? undefined : realPathOf(existing);
    if (file === undefined) return ABSENT;
    if (!isInside(file)) return OUTSIDE;
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return ABSENT;
    return stats.size > MAX_IMAGE ? TOO_LARGE : { content: readFileSync(file).toString('base64') };
  };
}

/** The record with the content of its image files; problems have their path. */
export function withImages(record: unknown, read: ReadImage) {
  const { record: whole, problems } = inlineImages(record, read);
  const messages = problems.map(
    ({ namespace, name, problem }): RecordProblem => ({ path: `elements/${namespace}/${name}`, problem }),
  );
  return { record: whole, problems: messages };
}

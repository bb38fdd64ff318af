import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeyFile } from './archive.ts';

/** Far more than any key; a mistake otherwise. */
const LARGEST = 2 ** 20;

/** Hidden files are none of ours, and drafts belong to a process that is writing them. */
const isOther = (name: string) => name.startsWith('.') || name.endsWith('.draft');

function filesBelow(folder: string, prefix: string): readonly KeyFile[] {
  const names = readdirSync(folder).filter((name) => !isOther(name));
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    // Another process dropped it meanwhile.
    if (stat === undefined) return [];
    if (stat.isDirectory()) return filesBelow(path, `${prefix}${name}/`);
    if (!stat.isFile() || stat.size > LARGEST) throw new Error(`${path} is not a file that holds a key`);
    return [{ path: `${prefix}${name}`, bytes: readFileSync(path) }];
  });
}

/** Everything in a folder of keys: private keys, the keys of codes, tokens and cookies. */
export const readKeyFolder = (folder: string): readonly KeyFile[] =>
  existsSync(folder) ? filesBelow(folder, '') : [];

/** Makes the folder, which must not be there; only its owner enters and reads. */
export function writeKeyFolder(folder: string, files: readonly KeyFile[]): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, bytes, { mode: 0o600, flag: 'wx', flush: true });
  }
}

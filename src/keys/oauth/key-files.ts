import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** A file beside its later place, on disk, readable by its owner only. */
function drafted(path: string, text: string): string {
  const draft = `${path}.${randomUUID()}.draft`;
  const descriptor = openSync(draft, 'wx', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  return draft;
}

/** Whole or not at all; false when the file is there already: of processes that start together one writes it. */
export function createPrivateFile(path: string, text: string): boolean {
  const draft = drafted(path, text);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  sync(dirname(path));
  return true;
}

export function replacePrivateFile(path: string, text: string): void {
  renameSync(drafted(path, text), path);
  sync(dirname(path));
}

export function createPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Texts of the files whose names have this shape, in the order of the names. */
export function readFiles(folder: string, shape: RegExp): readonly string[] {
  const names = readdirSync(folder).filter((name) => shape.test(name));
  return names.sort().flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), 'utf8')];
    } catch (error) {
      // Another process dropped it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

export function dropFile(path: string): void {
  rmSync(path, { force: true });
}

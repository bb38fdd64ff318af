import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../files/whole-file.ts';

/** Replaces a file, and makes its folder. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, content);
}

/** Adds a text to an open file, or throws; `writeSync` writes a part, and says nothing, if a disk has room for a part. */
export const appendText = (descriptor: number, text: string): void => writeFileSync(descriptor, text);

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../files/whole-file.ts';

/** Replaces a file, and makes its folder. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, content);
}

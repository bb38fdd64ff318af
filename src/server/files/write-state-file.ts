import { statSync } from 'node:fs';
import { replacePrivateFile } from '../../keys/private-files.ts';
import type { DataFolder } from './data-folder.ts';

/** Writes what a command did into a file of the data folder, so that the server can read it, also if root ran the command. */
export function writeStateFile(folder: DataFolder, file: string, content: object): void {
  const owner = process.geteuid?.() === 0 ? statSync(folder.path) : undefined;
  replacePrivateFile(file, `${JSON.stringify(content)}\n`, owner);
}

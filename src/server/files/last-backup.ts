import { statSync } from 'node:fs';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import type { DataFolder } from './data-folder.ts';

/** Notes the time of a complete backup in the data folder, for metrics and `diptych status`. */
export function noteBackup({ lastBackup, path }: DataFolder, time: string): void {
  // root may have made the backup; the server must be able to read the file.
  const owner = process.geteuid?.() === 0 ? statSync(path) : undefined;
  replacePrivateFile(lastBackup, `${time}\n`, owner);
}

/** Time of the last complete backup, in milliseconds since the epoch; undefined if it is unknown. */
export function lastBackup({ lastBackup: path }: DataFolder): number | undefined {
  try {
    const at = Date.parse(privateText(path)?.trim() ?? '');
    return Number.isNaN(at) ? undefined : at;
  } catch {
    return undefined;
  }
}

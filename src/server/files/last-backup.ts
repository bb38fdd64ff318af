import { existsSync, readFileSync } from 'node:fs';
import { replacePrivateFile } from '../../keys/private-files.ts';
import type { DataFolder } from './data-folder.ts';

/** Notes the time of a complete backup in the data folder, for metrics and `diptych status`. */
export function noteBackup({ lastBackup }: DataFolder, time: string): void {
  replacePrivateFile(lastBackup, `${time}\n`);
}

/** Time of the last complete backup, in milliseconds since the epoch; undefined if there is none. */
export function lastBackup({ lastBackup: path }: DataFolder): number | undefined {
  const at = existsSync(path) ? Date.parse(readFileSync(path, 'utf8').trim()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createPrivateFile } from '../../keys/private-files.ts';
import { SettingsError } from '../config/problems.ts';
import { type DataFolder, dataFolder } from './data-folder.ts';

/** The folder contains keys and personal data, so only its owner has access. */
function makePrivate(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  // A folder that already existed for something else keeps its mode.
  if (made !== undefined || existsSync(dataFolder(path).database)) chmodSync(path, 0o700);
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** @throws SettingsError if the folder is not writable */
export function createDataFolder(path: string): DataFolder {
  try {
    makePrivate(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError([
      `data: ${path} cannot be written (${code}); name a folder on a disk that this user may write to and that has room`,
    ]);
  }
  return dataFolder(path);
}

/**
 * Created at the first start, readable only by its owner. If several processes start together, one of them creates it.
 */
export function adminToken({ adminToken: path }: DataFolder): string {
  if (!existsSync(path)) createPrivateFile(path, `${randomBytes(32).toString('base64url')}\n`);
  const token = readFileSync(path, 'utf8').trim();
  if (token === '') throw new Error(`${path} is empty; remove it, and the next start makes a new one`);
  return token;
}

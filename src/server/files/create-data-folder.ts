import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { isFolderOpen } from '../../keys/file-access.ts';
import { createPrivateFile, privateText, replacePrivateFile } from '../../keys/private-files.ts';
import { SettingsError } from '../config/settings-error.ts';
import { closeToOthers, type DataFolder, dataFolder } from './data-folder.ts';

/** @throws SettingsError */
function refuseOpen(path: string): void {
  if (!isFolderOpen(path)) return;
  throw new SettingsError([
    `data: other users may write into ${path}; close it: chmod 700, after a look at what is in it, or name another folder`,
  ]);
}

/** The folder contains keys and personal data, so only its owner has access. */
function makePrivate(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  // A folder that already existed for something else keeps its mode.
  if (made !== undefined || existsSync(dataFolder(path).database)) closeToOthers(dataFolder(path));
  refuseOpen(path);
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** @throws SettingsError if the folder is not writable */
export function createDataFolder(path: string): DataFolder {
  try {
    makePrivate(path);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError([
      `data: ${path} cannot be written (${code}); name a folder on a disk that this user may write to and that has room`,
    ]);
  }
  return dataFolder(path);
}

const newToken = () => `${randomBytes(32).toString('base64url')}\n`;

const tokenIn = ({ adminToken: path }: DataFolder): string => privateText(path)?.trim() ?? '';

/** The admin token in its file; undefined without one. */
export function readAdminToken(folder: DataFolder): string | undefined {
  try {
    return tokenIn(folder) || undefined;
  } catch {
    return undefined;
  }
}

/** Running servers refuse the old one at once. */
export const replaceAdminToken = ({ adminToken: path }: DataFolder): void =>
  replacePrivateFile(path, newToken());

/** @throws SettingsError */
function acceptedTokenIn(folder: DataFolder): string {
  try {
    return tokenIn(folder);
  } catch (error) {
    throw new SettingsError([`data: ${(error as Error).message}`]);
  }
}

/**
 * Created at the first start, readable only by its owner. If several processes start together, one of them creates it.
 */
export function adminToken(folder: DataFolder): string {
  const { adminToken: path } = folder;
  if (!existsSync(path)) createPrivateFile(path, newToken());
  const token = acceptedTokenIn(folder);
  if (token === '') throw new Error(`${path} is empty; remove it, and the next start makes a new one`);
  return token;
}

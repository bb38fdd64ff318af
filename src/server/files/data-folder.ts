import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile } from '../../keys/private-files.ts';
import { SettingsError } from '../config/load.ts';

/** The files of the data folder. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly keys: string;
  readonly adminToken: string;
  /** The token of `diptych login`. */
  readonly operatorToken: string;
  /** The last seal of the audit log that was made or verified here. */
  readonly sealSeen: string;
  /** The number of entries of the revocation list in use. */
  readonly listEntries: string;
  /** The time of the last complete backup. */
  readonly lastBackup: string;
  /** The file with the addresses of a running server, for the commands. */
  readonly addresses: string;
}

export interface Addresses {
  readonly url: string;
  readonly adminUrl: string;
  readonly pid: number;
}

export function dataFolder(path: string): DataFolder {
  return {
    path,
    database: join(path, 'diptych.sqlite'),
    keys: join(path, 'keys'),
    adminToken: join(path, 'admin.token'),
    operatorToken: join(path, 'operator.token'),
    sealSeen: join(path, 'seal.seen'),
    listEntries: join(path, 'revocation-list.entries'),
    lastBackup: join(path, 'backup.last'),
    addresses: join(path, 'server.json'),
  };
}

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

export function writeAddresses({ addresses }: DataFolder, content: Addresses): void {
  writeFileSync(addresses, `${JSON.stringify(content)}\n`, { mode: 0o600 });
}

export function readAddresses({ addresses }: DataFolder): Addresses | undefined {
  return existsSync(addresses) ? (JSON.parse(readFileSync(addresses, 'utf8')) as Addresses) : undefined;
}

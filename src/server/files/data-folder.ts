import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOfMachine } from '../../keys/file-access.ts';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';

/** The files of the data folder. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly keys: string;
  readonly adminToken: string;
  /** Opens break glass, while it exists and is accepted. */
  readonly breakGlass: string;
  /** The token of `diptych login`. */
  readonly operatorToken: string;
  /** The last seal of the audit log that was made or verified here. */
  readonly sealSeen: string;
  /** The number of entries of the revocation list in use. */
  readonly listEntries: string;
  /** The time of the last complete backup. */
  readonly lastBackup: string;
  readonly lastDrill: string;
  /** Exists while people who were erased after a restored backup may be back. */
  readonly erasedMayReturn: string;
  /** The file with the addresses of a running server, for the commands. */
  readonly addresses: string;
  /** Locked by the process that serves the folder with SQLite. */
  readonly serveLock: string;
  /** Names the process that has locked it. */
  readonly servePid: string;
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
    breakGlass: join(path, 'break-glass.json'),
    operatorToken: join(path, 'operator.token'),
    sealSeen: join(path, 'seal.seen'),
    listEntries: join(path, 'revocation-list.entries'),
    lastBackup: join(path, 'backup.last'),
    lastDrill: join(path, 'drill.last'),
    erasedMayReturn: join(path, 'erased-may-return.json'),
    addresses: join(path, 'server.json'),
    serveLock: join(path, 'serve.lock'),
    servePid: join(path, 'serve.pid'),
  };
}

/** Only its owner has access to the folder from now on. Nobody but root can change a volume of root. */
export function closeToOthers({ path }: DataFolder): void {
  if (!isOfMachine(statSync(path))) chmodSync(path, 0o700);
}

export function writeAddresses({ addresses }: DataFolder, content: Addresses): void {
  replacePrivateFile(addresses, `${JSON.stringify(content)}\n`);
}

/** @throws if there are addresses that this user cannot read */
export function readAddresses({ addresses }: DataFolder): Addresses | undefined {
  const text = privateText(addresses);
  return text === undefined ? undefined : (JSON.parse(text) as Addresses);
}

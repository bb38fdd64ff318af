import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What lies in the data folder. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly keys: string;
  readonly adminToken: string;
  /** Where a running server writes its addresses for the commands. */
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
    addresses: join(path, 'server.json'),
  };
}

/** The folder holds keys and personal data: only its owner enters. */
export function createDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return dataFolder(path);
}

/** Made at the first start, readable by its owner only; of processes that start together one writes it. */
export function adminToken({ adminToken: path }: DataFolder): string {
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!existsSync(path)) throw error;
    }
  }
  return readFileSync(path, 'utf8').trim();
}

export function writeAddresses({ addresses }: DataFolder, content: Addresses): void {
  writeFileSync(addresses, `${JSON.stringify(content)}\n`, { mode: 0o600 });
}

export function readAddresses({ addresses }: DataFolder): Addresses | undefined {
  return existsSync(addresses) ? (JSON.parse(readFileSync(addresses, 'utf8')) as Addresses) : undefined;
}

export function removeAddresses({ addresses }: DataFolder): void {
  rmSync(addresses, { force: true });
}

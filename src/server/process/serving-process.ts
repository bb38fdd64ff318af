import { rmSync } from 'node:fs';
import { isRunning } from '../../files/is-running.ts';
import { SettingsError } from '../config/load-settings.ts';
import { type Addresses, type DataFolder, readAddresses, writeAddresses } from '../files/data-folder.ts';
import { holderOf } from './folder-lock.ts';

/**
 * The process that serves the folder, also without a lock, as on PostgreSQL. It must be alive, because a killed process may
 * have left its addresses behind.
 */
function announcedIn(folder: DataFolder): number | undefined {
  const pid = readAddresses(folder)?.pid;
  return pid !== undefined && pid !== process.pid && isRunning(pid) ? pid : undefined;
}

/**
 * Writes the addresses at which this process serves the folder. The returned function removes them. If a
 * server that ran before is still running, it restores the addresses of that server. If another process has
 * written its addresses since, it leaves those.
 */
export function announceAddresses(folder: DataFolder, urls: Omit<Addresses, 'pid'>): () => void {
  const before = readAddresses(folder);
  writeAddresses(folder, { url: urls.url, adminUrl: urls.adminUrl, pid: process.pid });
  // Workers share one address, because they start and stop together.
  const isOther = before !== undefined && before.adminUrl !== urls.adminUrl;
  return () => {
    if (readAddresses(folder)?.pid !== process.pid) return;
    if (isOther && isRunning(before.pid)) writeAddresses(folder, before);
    else rmSync(folder.addresses, { force: true });
  };
}

/** `remedy`: what the operator should do. @throws SettingsError */
export function refuseIfServed(folder: DataFolder, remedy: string): void {
  const holder = holderOf(folder);
  if (holder) throw new SettingsError([`data: ${holder} serves ${folder.path}; ${remedy}`]);
  const pid = announcedIn(folder);
  if (pid === undefined) return;
  throw new SettingsError([
    `data: process ${pid} serves ${folder.path}; ${remedy} (if it is no server, remove ${folder.addresses})`,
  ]);
}

import { rmSync } from 'node:fs';
import { SettingsError } from '../config/load.ts';
import { type Addresses, type DataFolder, readAddresses, writeAddresses } from '../files/data-folder.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process that serves the folder. A killed process may have left its addresses, so it must be alive. */
function serverOf(folder: DataFolder): number | undefined {
  const pid = readAddresses(folder)?.pid;
  return pid !== undefined && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

/**
 * Writes the addresses at which this process serves the folder. The returned function removes them: it restores those of
 * a server that ran before and still runs, and leaves those that another process wrote since.
 */
export function announce(folder: DataFolder, urls: Omit<Addresses, 'pid'>): () => void {
  const before = readAddresses(folder);
  writeAddresses(folder, { url: urls.url, adminUrl: urls.adminUrl, pid: process.pid });
  // Workers have one address: they begin and end together.
  const isOther = before !== undefined && before.adminUrl !== urls.adminUrl;
  return () => {
    if (readAddresses(folder)?.pid !== process.pid) return;
    if (isOther && isAlive(before.pid)) writeAddresses(folder, before);
    else rmSync(folder.addresses, { force: true });
  };
}

/** `remedy`: what to do. @throws SettingsError */
export function refuseServed(folder: DataFolder, remedy: string): void {
  const pid = serverOf(folder);
  if (pid === undefined) return;
  throw new SettingsError([
    `data: process ${pid} serves ${folder.path}; ${remedy} (if it is no server, remove ${folder.addresses})`,
  ]);
}

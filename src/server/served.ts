import { SettingsError } from './config/load.ts';
import { type DataFolder, readAddresses } from './data-folder.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process that serves the folder; one that was killed may have left its addresses. */
function serverOf(folder: DataFolder): number | undefined {
  const pid = readAddresses(folder)?.pid;
  return pid !== undefined && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

/** `remedy`: what to do. @throws SettingsError */
export function refuseServed(folder: DataFolder, remedy: string): void {
  const pid = serverOf(folder);
  if (pid === undefined) return;
  throw new SettingsError([
    `data: process ${pid} serves ${folder.path}; ${remedy} (if it is no server, remove ${folder.addresses})`,
  ]);
}

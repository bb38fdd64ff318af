import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { readPrivateFile, replacePrivateFile } from '../../keys/private-files.ts';
import { lockFile } from '../../storage/sqlite/lock-file.ts';
import { SettingsError } from '../config/settings-error.ts';
import type { DataFolder } from '../files/data-folder.ts';

function holderIn({ servePid }: DataFolder): string {
  const read = readPrivateFile(servePid);
  return read && 'text' in read ? `process ${read.text.trim()}` : 'another process';
}

/** The process that has locked the folder, for messages; undefined if none has. Ids alone differ between containers. */
export function holderOf(folder: DataFolder): string | undefined {
  if (!existsSync(folder.serveLock)) return undefined;
  const unlock = lockFile(folder.serveLock);
  if (!unlock) return holderIn(folder);
  unlock();
  return undefined;
}

/**
 * Makes this process, with its workers, the only one that serves the folder. Returns what unlocks it. The lock file stays,
 * because a process that has opened it could lock the deleted file. @throws SettingsError
 */
export function lockFolder(folder: DataFolder): () => void {
  const unlock = lockFile(folder.serveLock);
  if (!unlock)
    throw new SettingsError([
      `data: ${holderIn(folder)} serves ${folder.path}; stop it first, or name another folder (--workers starts several processes on one folder)`,
    ]);
  replacePrivateFile(folder.servePid, `${process.pid} on ${hostname()}\n`);
  return () => {
    rmSync(folder.servePid, { force: true });
    unlock();
  };
}

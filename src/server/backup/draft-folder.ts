import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { asBackupError, BackupError, syncPath } from './files.ts';

/** Makes the folder, which must not be there. */
function makeDraft(draft: string): void {
  if (existsSync(draft))
    throw new BackupError(
      `${draft} is there: the same is being done now, or was broken off; remove it in that case`,
    );
  mkdirSync(draft, { mode: 0o700 });
}

async function filled<T>(draft: string, made: string | undefined, fill: () => Promise<T>): Promise<T> {
  try {
    return await fill();
  } catch (error) {
    rmSync(made ?? draft, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Fills a folder of its owner's under a name that no one takes for finished; leaves nothing behind when that fails.
 * @throws BackupError
 */
export async function inDraft<T>(draft: string, fill: () => Promise<T>): Promise<T> {
  try {
    const made = mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
    makeDraft(draft);
    return await filled(draft, made, fill);
  } catch (error) {
    throw asBackupError(error);
  }
}

/** A folder of this name is whole or not there. */
export function publish(draft: string, folder: string): void {
  syncPath(draft);
  renameSync(draft, folder);
  syncPath(dirname(folder));
}

/** @throws BackupError */
export function refuseFilled(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupError(`${folder} is not empty; name a folder that is, or that is not there yet`);
}

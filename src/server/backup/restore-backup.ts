import { existsSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { syncPath } from '../../files/whole-file.ts';
import { type KeyFile, writeKeyFolder } from '../../keys/archive.ts';
import { closeStatusListsOf } from '../../storage/sqlite/close-status-lists.ts';
import { closeToOthers, type DataFolder, dataFolder } from '../files/data-folder.ts';
import { writeReturn } from '../files/erased-may-return.ts';
import { refuseIfServed } from '../process/serving-process.ts';
import { BackupError, copyPrivate, inDraft } from './backup-files.ts';
import { withErasures } from './erasures.ts';
import { DATABASE, DUMP, KEYS, type Manifest, readManifest } from './manifest.ts';
import { readKeys, requireDatabase, requireDigest, requireFile } from './read-backup.ts';

interface RestoreOptions {
  readonly from: string;
  /** The data folder to create. */
  readonly data: string;
  /** Called if the backup has keys. Undefined: do not restore the keys. */
  readonly passphrase: () => Promise<string | undefined>;
  /** A data folder that knows the erasures after the backup, or the decision that erased people may return. */
  readonly erasures: { readonly from: string } | 'mayReturn';
}

export interface Restored {
  readonly manifest: Manifest;
  /** The migrations that the next start runs. */
  readonly pending: readonly string[];
  /** Number of restored files; 0 without keys. */
  readonly keyFiles: number;
}

function refuseTaken(folder: DataFolder): void {
  refuseIfServed(folder, 'restore into another folder');
  const logs = [`${folder.database}-wal`, `${folder.database}-journal`];
  const taken = [folder.database, folder.keys, ...logs].find((path) => existsSync(path));
  if (taken === undefined) return;
  throw new BackupError(`${taken} exists already; restore into a new folder, or move it away`);
}

async function draftDatabase(from: string, draft: string, manifest: Manifest): Promise<readonly string[]> {
  const expected = manifest.files[DATABASE];
  if (expected === undefined) return [];
  const path = join(draft, DATABASE);
  requireDigest(DATABASE, await copyPrivate(join(from, DATABASE), path), expected);
  const pending = await requireDatabase(path, manifest);
  closeStatusListsOf(path, Date.now());
  return pending;
}

/**
 * Moves the note about erased people first, so that no start misses it, and the keys last, because a folder with only keys
 * would start as a new server.
 */
function move(draft: string, folder: DataFolder): void {
  const drafts = dataFolder(draft);
  syncPath(draft);
  for (const part of ['erasedMayReturn', 'database', 'keys'] as const)
    if (existsSync(drafts[part])) renameSync(drafts[part], folder[part]);
  closeToOthers(folder);
  syncPath(folder.path);
}

/**
 * Checks the whole backup, then creates a data folder from it. On failure no folder is left.
 * @throws BackupError, ArchiveError, SettingsError
 */
export async function restoreBackup({ from, data, passphrase, erasures }: RestoreOptions): Promise<Restored> {
  const folder = dataFolder(resolve(data));
  refuseTaken(folder);
  const manifest = readManifest(from);
  await requireFile(from, KEYS, manifest);
  await requireFile(from, DUMP, manifest);
  const secret = manifest.files[KEYS] && (await passphrase());
  const keys: readonly KeyFile[] = secret === undefined ? [] : await readKeys(from, manifest, secret);
  const draft = join(folder.path, 'restore.draft');
  return inDraft(draft, async () => {
    const pending = await draftDatabase(from, draft, manifest);
    const files = erasures === 'mayReturn' ? keys : withErasures(keys, dataFolder(resolve(erasures.from)));
    if (files.length > 0) writeKeyFolder(join(draft, 'keys'), files);
    if (erasures === 'mayReturn') writeReturn(dataFolder(draft), { backup: manifest.createdAt });
    move(draft, folder);
    return { manifest, pending, keyFiles: keys.length };
  });
}

import { existsSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type KeyFile, readKeyFolder, writeKeyFolder } from '../../keys/archive.ts';
import { closeStatusListsOf } from '../../storage/sqlite/close-status-lists.ts';
import { closeToOthers, type DataFolder, dataFolder } from '../files/data-folder.ts';
import { refuseServed } from '../process/served.ts';
import { BackupError, copyPrivate, inDraft, syncPath } from './files.ts';
import { DATABASE, KEYS, type Manifest, readManifest } from './manifest.ts';
import { readKeys, requireDatabase, requireDigest, requireFile } from './read.ts';

/** In the key folder (src/keys/holder-keys/erasures.ts). */
const ERASED = 'holders/erased-';

interface RestoreOptions {
  readonly from: string;
  /** The data folder to create. */
  readonly data: string;
  /** Called if the backup has keys. Undefined: do not restore the keys. */
  readonly passphrase: () => Promise<string | undefined>;
  /** A data folder that knows later erasures of holders. */
  readonly erasuresFrom?: string | undefined;
}

export interface Restored {
  readonly manifest: Manifest;
  /** The migrations that the next start runs. */
  readonly pending: readonly string[];
  /** Number of restored files; 0 without keys. */
  readonly keyFiles: number;
}

function refuseTaken(folder: DataFolder): void {
  refuseServed(folder, 'restore into another folder');
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

/** @throws BackupError */
function erasuresIn({ path, keys }: DataFolder): readonly KeyFile[] {
  const files = readKeyFolder(keys).filter(({ path: name }) => name.startsWith(ERASED));
  if (existsSync(keys)) return files;
  throw new BackupError(
    `${path} has no keys; name the data folder that was in use, or one of a later backup`,
  );
}

/** Moves the database first, because a folder with only keys would start as a new server. */
function settle(draft: string, folder: DataFolder): void {
  const [database, keys] = [join(draft, DATABASE), join(draft, 'keys')];
  syncPath(draft);
  if (existsSync(database)) renameSync(database, folder.database);
  if (existsSync(keys)) renameSync(keys, folder.keys);
  closeToOthers(folder);
  syncPath(folder.path);
}

/**
 * Checks the whole backup, then creates a data folder from it. On failure no folder is left.
 * @throws BackupError, ArchiveError, SettingsError
 */
export async function restoreBackup({
  from,
  data,
  passphrase,
  erasuresFrom,
}: RestoreOptions): Promise<Restored> {
  const folder = dataFolder(resolve(data));
  refuseTaken(folder);
  const manifest = readManifest(from);
  await requireFile(from, KEYS, manifest);
  const secret = manifest.files[KEYS] && (await passphrase());
  const keys: readonly KeyFile[] = secret === undefined ? [] : await readKeys(from, manifest, secret);
  const draft = join(folder.path, 'restore.draft');
  return inDraft(draft, async () => {
    const pending = await draftDatabase(from, draft, manifest);
    const known = erasuresFrom === undefined ? [] : erasuresIn(dataFolder(resolve(erasuresFrom)));
    const files = [...keys.filter(({ path }) => !known.some((one) => one.path === path)), ...known];
    if (keys.length > 0) writeKeyFolder(join(draft, 'keys'), files);
    settle(draft, folder);
    return { manifest, pending, keyFiles: keys.length };
  });
}

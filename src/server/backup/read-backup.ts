import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyFile, openKeys } from '../../keys/archive.ts';
import { examineFile, type FileContents } from '../../storage/sqlite/inspect.ts';
import { asBackupError, BackupError, digestOf, type FileDigest } from './backup-files.ts';
import { DATABASE, DUMP, KEYS, type Manifest, readManifest } from './manifest.ts';
import { checkDump } from './postgres-dump.ts';

/** @throws BackupError */
export function requireDigest(name: string, found: FileDigest, expected: FileDigest): void {
  if (found.bytes === expected.bytes && found.sha256 === expected.sha256) return;
  throw new BackupError(`${name} was changed: its size or its SHA-256 is not that of the manifest`);
}

/** Checks that the file, if the backup has it, matches the manifest. @throws BackupError */
export async function requireFile(
  folder: string,
  name: keyof Manifest['files'],
  { files }: Manifest,
): Promise<void> {
  const expected = files[name];
  if (expected !== undefined) requireDigest(name, await digestOf(join(folder, name)), expected);
}

const differ = (a: object, b: object) =>
  JSON.stringify(Object.entries(a).sort()) !== JSON.stringify(Object.entries(b).sort());

function problemOf({ faults, migrations, tables }: FileContents, manifest: Manifest): string | undefined {
  const [fault] = faults;
  if (fault !== undefined) return `the database of the backup is damaged: ${fault}`;
  if (migrations.unknown.length > 0)
    return `version ${manifest.version} made the backup, which is newer; restore with that version (unknown migrations: ${migrations.unknown.join(', ')})`;
  if (differ(migrations.done, manifest.migrations) || differ(tables, manifest.tables))
    return 'the database of the backup does not match its manifest';
  return undefined;
}

async function examined(path: string): Promise<FileContents> {
  try {
    return await examineFile(path);
  } catch (error) {
    throw asBackupError(error);
  }
}

/**
 * Returns the migrations that the next start runs. @throws BackupError if the file does not match the
 * manifest
 */
export async function requireDatabase(path: string, manifest: Manifest): Promise<readonly string[]> {
  const contents = await examined(path);
  const problem = problemOf(contents, manifest);
  if (problem !== undefined) throw new BackupError(problem);
  return contents.migrations.pending;
}

/** The keys of a backup. @throws BackupError, ArchiveError */
export async function readKeys(
  folder: string,
  { files }: Manifest,
  passphrase: string,
): Promise<readonly KeyFile[]> {
  if (files[KEYS] === undefined) throw new BackupError(`there are no keys in ${folder}`);
  const archive = await openKeys(readFileSync(join(folder, KEYS)), passphrase);
  if (archive.database !== files[DATABASE]?.sha256)
    throw new BackupError('the keys were saved with another database; this backup was put together');
  return archive.files;
}

/**
 * Checks a backup in place. With the passphrase it also decrypts the keys.
 * @throws BackupError, ArchiveError
 */
export async function verifyBackup(folder: string, passphrase: string | undefined): Promise<Manifest> {
  const manifest = readManifest(folder);
  await requireFile(folder, KEYS, manifest);
  await requireFile(folder, DATABASE, manifest);
  await requireFile(folder, DUMP, manifest);
  if (manifest.files[DUMP] !== undefined) await checkDump(join(folder, DUMP));
  if (manifest.files[DATABASE] !== undefined) await requireDatabase(join(folder, DATABASE), manifest);
  if (passphrase !== undefined) await readKeys(folder, manifest, passphrase);
  return manifest;
}

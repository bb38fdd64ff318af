import { join } from 'node:path';
import { DATABASE, KEYS, type Manifest, readManifest } from './manifest.ts';
import { readKeys, requireDatabase, requireFile } from './read.ts';

/**
 * Checks a backup where it lies. With the passphrase the keys are opened too.
 * @throws BackupError, ArchiveError
 */
export async function verifyBackup(folder: string, passphrase: string | undefined): Promise<Manifest> {
  const manifest = readManifest(folder);
  await requireFile(folder, KEYS, manifest);
  await requireFile(folder, DATABASE, manifest);
  if (manifest.files[DATABASE] !== undefined) await requireDatabase(join(folder, DATABASE), manifest);
  if (passphrase !== undefined) await readKeys(folder, manifest, passphrase);
  return manifest;
}

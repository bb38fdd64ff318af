import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type KeyFile, readKeyFolder, sealKeys } from '../../keys/archive.ts';
import { examineFile, type FileContents } from '../../storage/sqlite/inspect.ts';
import { openSnapshot, type Snapshot, type SnapshotProgress } from '../../storage/sqlite/snapshot.ts';
import { SettingsError } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';
import { noteBackup } from '../files/last-backup.ts';
import { VERSION } from '../version.ts';
import { BackupError, digestOf, inDraft, publish, refuseFilled, syncPath, writePrivate } from './files.ts';
import { DATABASE, KEYS, type Manifest, writeManifest } from './manifest.ts';

interface BackupOptions {
  /** An empty folder, or one that does not exist yet. */
  readonly to: string;
  /** Encrypts the keys. Without it, the backup contains no keys. */
  readonly passphrase?: string | undefined;
  readonly observe: (progress: SnapshotProgress) => void;
}

const NATIVE =
  'database.url: PostgreSQL has its own way to make backups, pg_dump or pg_basebackup with an archive of its log; see docs/operate/operations.md. This command saves the keys then: add --with-keys';

/** The database at this moment; undefined if it is PostgreSQL. */
function snapshotOf({ database: { url } }: Settings, folder: DataFolder): Snapshot | undefined {
  if (url !== undefined) return undefined;
  if (!existsSync(folder.database))
    throw new SettingsError([
      `data: there is no database in ${folder.path}; name the data folder of the server`,
    ]);
  return openSnapshot(folder.database);
}

async function copied(snapshot: Snapshot, draft: string, observe: BackupOptions['observe']) {
  const path = join(draft, DATABASE);
  await snapshot.copyTo(path, observe);
  syncPath(path);
  const contents = await examineFile(path);
  const [fault] = contents.faults;
  if (fault !== undefined)
    throw new BackupError(
      `the database is damaged (${fault}); run diptych doctor, keep the backups you have`,
    );
  return { contents, digest: await digestOf(path) };
}

function elsewhere(contents: FileContents | undefined, files: readonly KeyFile[]): string[] {
  const held = new Set(files.map(({ path }) => path));
  return (contents?.keys ?? []).filter((keyId) => !held.has(`${keyId}.pem`));
}

async function fill(draft: string, settings: Settings, { passphrase, observe }: BackupOptions) {
  const folder = dataFolder(settings.data);
  const snapshot = snapshotOf(settings, folder);
  try {
    // Directly after the snapshot, so that its keys still exist: a retired key is kept for at least a minute.
    const files = readKeyFolder(folder.keys);
    if (passphrase !== undefined && files.length === 0)
      throw new SettingsError([
        `data: there are no keys in ${folder.keys}; name the data folder of the server`,
      ]);
    const database = snapshot && (await copied(snapshot, draft, observe));
    const bound = database && { database: database.digest.sha256 };
    if (passphrase !== undefined)
      writePrivate(join(draft, KEYS), await sealKeys({ ...bound, files }, passphrase));
    return {
      migrations: [...(database?.contents.migrations.done ?? [])],
      tables: { ...database?.contents.tables },
      keysElsewhere: elsewhere(database?.contents, files),
      files: {
        ...(database && { [DATABASE]: database.digest }),
        ...(passphrase !== undefined && { [KEYS]: await digestOf(join(draft, KEYS)) }),
      },
    };
  } finally {
    snapshot?.close();
  }
}

function note({ data }: Settings, { createdAt }: Manifest): void {
  try {
    noteBackup(dataFolder(data), createdAt);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new BackupError(
      `the backup is complete, but its time cannot be written to ${data} (${code}), so metrics show an older one`,
      { cause: error },
    );
  }
}

/**
 * Backs up the database and, if there is a passphrase, the keys. Servers may be running. @throws
 * SettingsError, BackupError
 */
export async function makeBackup(
  settings: Settings,
  options: BackupOptions,
  clock: () => number = Date.now,
): Promise<Manifest> {
  if (settings.database.url !== undefined && options.passphrase === undefined)
    throw new SettingsError([NATIVE]);
  const target = resolve(options.to);
  refuseFilled(target);
  const createdAt = new Date(clock()).toISOString();
  const draft = `${target}.draft`;
  const made = await inDraft(draft, async () => {
    const parts = await fill(draft, settings, options);
    const manifest: Manifest = { format: 1, version: VERSION, createdAt, ...parts };
    writeManifest(draft, manifest);
    publish(draft, target);
    return manifest;
  });
  note(settings, made);
  return made;
}

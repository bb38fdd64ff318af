import { closeSync, existsSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { syncPath } from '../../files/whole-file.ts';
import { type KeyFile, readKeyFolder, sealKeys } from '../../keys/archive.ts';
import { isLive } from '../../keys/key-register.ts';
import { inspectPostgres } from '../../storage/postgres/inspect.ts';
import { examineFile, type FileContents } from '../../storage/sqlite/inspect.ts';
import { openSnapshot, type Snapshot, type SnapshotProgress } from '../../storage/sqlite/snapshot.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { databaseUrls } from '../database/database-urls.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';
import { type BackupPart, recordBackup } from '../files/last-backup.ts';
import { VERSION } from '../version.ts';
import {
  BackupError,
  copyPrivate,
  digestOf,
  inDraft,
  publish,
  refuseFilled,
  writePrivate,
} from './backup-files.ts';
import { DATABASE, DUMP, KEYS, type Manifest, writeManifest } from './manifest.ts';
import { checkDump, dumpTo } from './postgres-dump.ts';

interface BackupOptions {
  /** An empty folder, or one that does not exist yet. */
  readonly to: string;
  /** Encrypts the keys. Without it, the backup contains no keys. */
  readonly passphrase?: string | undefined;
  /** With PostgreSQL: a dump that was made before, or the wish to make one. Without it, only the keys are saved. */
  readonly dump?: { readonly file: string } | 'make' | undefined;
  readonly observe: (progress: SnapshotProgress) => void;
}

const NATIVE =
  'database.url: PostgreSQL has its own way to make backups, pg_dump or pg_basebackup with an archive of its log; see docs/operate/backup.md. Add --with-dump to save the database by pg_dump, and --with-keys for the keys';

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

/** The files of two moments; of those with the same path, the later ones. */
const inEither = (before: readonly KeyFile[], after: readonly KeyFile[]): readonly KeyFile[] => [
  ...new Map([...before, ...after].map((file) => [file.path, file])).values(),
];

const MASTER = /^holders\/(master-\d+)\.key$/;

/** Keys in use that are not among the files: those in a token, and those of a root that is kept offline. */
function elsewhere(live: readonly string[], files: readonly KeyFile[]): string[] {
  const held = new Set(files.map(({ path }) => path));
  const masters = files.flatMap(({ path, bytes }) => {
    const [, master] = MASTER.exec(path) ?? [];
    return master !== undefined && Buffer.from(bytes).includes('"keyId"') ? [master] : [];
  });
  return [...live.filter((keyId) => !held.has(`${keyId}.pem`)), ...masters];
}

/** The keys in use, by the database; none if PostgreSQL does not answer, because the key files can be saved without it. */
async function liveKeys(settings: Settings, contents: FileContents | undefined): Promise<readonly string[]> {
  const { url } = databaseUrls(settings.database);
  if (contents || url === undefined) return contents?.keys ?? [];
  const inspected = inspectPostgres(url, settings.database.timeoutSeconds * 1000, false);
  try {
    return (await inspected.keys.list()).filter(isLive).map(({ keyId }) => keyId);
  } catch {
    return [];
  } finally {
    await inspected.close();
  }
}

/** The digest of the dump in the draft; undefined with SQLite, or if none is wanted. */
async function dumped(draft: string, { database }: Settings, dump: BackupOptions['dump']) {
  const { url } = databaseUrls(database);
  if (url === undefined || dump === undefined) return undefined;
  const path = join(draft, DUMP);
  if (dump === 'make') {
    closeSync(openSync(path, 'wx', 0o600));
    await dumpTo(path, url);
    syncPath(path);
  } else await copyPrivate(dump.file, path);
  await checkDump(path);
  return digestOf(path);
}

async function fill(draft: string, settings: Settings, { passphrase, dump, observe }: BackupOptions) {
  const folder = dataFolder(settings.data);
  const snapshot = snapshotOf(settings, folder);
  try {
    // Directly after the snapshot, so that its keys still exist: a retired key is kept for at least a minute. A dump takes longer.
    const before = readKeyFolder(folder.keys);
    const dumpDigest = await dumped(draft, settings, dump);
    const files = inEither(before, readKeyFolder(folder.keys));
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
      keysElsewhere: elsewhere(await liveKeys(settings, database?.contents), files),
      files: {
        ...(database && { [DATABASE]: database.digest }),
        ...(dumpDigest && { [DUMP]: dumpDigest }),
        ...(passphrase !== undefined && { [KEYS]: await digestOf(join(draft, KEYS)) }),
      },
    };
  } finally {
    snapshot?.close();
  }
}

/** The parts that a backup can bring back. */
const partsOf = ({ files }: Manifest): readonly BackupPart[] => [
  ...(files[DATABASE] || files[DUMP] ? (['database'] as const) : []),
  ...(files[KEYS] ? (['keys'] as const) : []),
];

function note({ data }: Settings, made: Manifest): void {
  try {
    recordBackup(dataFolder(data), { parts: partsOf(made), time: made.createdAt });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new BackupError(
      `the backup is complete, but its time cannot be written to ${data} (${code}), so metrics show an older one`,
      { cause: error },
    );
  }
}

/**
 * Backs up the database (with PostgreSQL: a dump, if one is wanted) and, if there is a passphrase, the keys. Servers may be
 * running. @throws SettingsError, BackupError
 */
export async function makeBackup(
  settings: Settings,
  options: BackupOptions,
  clock: () => number = Date.now,
): Promise<Manifest> {
  if (settings.database.url !== undefined && options.passphrase === undefined && options.dump === undefined)
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

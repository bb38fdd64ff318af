import { existsSync } from 'node:fs';
import { copyTables } from '../../storage/copy/copy-database.ts';
import type { Database } from '../../storage/database.ts';
import { migrationsOf } from '../../storage/inspection.ts';
import { type Content, dropCopy, markIfEmpty } from '../../storage/postgres/empty-database.ts';
import { openPostgres } from '../../storage/postgres/postgres-database.ts';
import { openSnapshot } from '../../storage/sqlite/snapshot.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { refuseExposedDatabase } from '../config/unsafe-settings.ts';
import { databaseUrls } from '../database/database-urls.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';

export interface DrillOptions {
  /** An empty PostgreSQL database, which gets the copy if the server uses PostgreSQL. */
  readonly database?: string | undefined;
  /** Called with what happens now, in words. What it throws ends the drill, and the copy is deleted. */
  readonly observe?: (step: string) => void;
}

interface Copying extends DrillOptions {
  readonly settings: Settings;
  /** Where the copy of the data folder is. */
  readonly draft: DataFolder;
  /** Called as soon as later changes no longer reach the copy. */
  readonly fixed: () => void;
}

const OPTION = '--drill-database';

/** Without a time limit that statements of a large table would reach. */
const STATEMENT_TIMEOUT = 60_000;

function requireSqlite({ settings, database }: Copying): DataFolder {
  if (database !== undefined)
    throw new SettingsError([
      `${OPTION}: the database is SQLite, which is copied into the data folder; leave the option out`,
    ]);
  const folder = dataFolder(settings.data);
  if (existsSync(folder.database)) return folder;
  throw new SettingsError([
    `data: there is no database in ${folder.path}; name the data folder of the server`,
  ]);
}

async function copySqlite(copying: Copying): Promise<void> {
  const { draft, fixed, observe } = copying;
  const snapshot = openSnapshot(requireSqlite(copying).database);
  try {
    fixed();
    await snapshot.copyTo(draft.database, ({ done, pages }) =>
      observe?.(`copying the database: ${done} of ${pages} pages`),
    );
  } finally {
    snapshot.close();
  }
}

const REFUSED: Record<Exclude<Content, 'nothing'>, string> = {
  tables: 'has tables; name an empty database, which the drill fills and empties',
  copy: 'has the copy of another drill, which is running or was killed; wait for it, or drop that database and create it again',
};

/** The password file of the server counts for an address without a password. */
function targetSettings(settings: Settings, url: string | undefined): Settings {
  if (url === undefined)
    throw new SettingsError([
      `database.url: the database is PostgreSQL; name an empty one for the copy with ${OPTION}`,
    ]);
  if (!/^postgres(ql)?:\/\//.test(url)) throw new SettingsError([`${OPTION}: must begin with postgres://`]);
  const { replicaUrl: _replica, passwordFile, ...rest } = settings.database;
  const password = URL.parse(url)?.password || passwordFile === undefined ? {} : { passwordFile };
  return { ...settings, database: { ...rest, url, ...password, acknowledged: 'one' } };
}

function refuseExposedTarget(target: Settings): void {
  try {
    refuseExposedDatabase(target);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(error.problems.map((problem) => problem.replace('database.url', OPTION)));
  }
}

const opened = ({ database }: Settings): Database => {
  const { url = '' } = databaseUrls(database);
  const timeout = Math.max(database.timeoutSeconds * 1000, STATEMENT_TIMEOUT);
  return openPostgres({ url, poolSize: 2, timeout, prepare: database.preparedStatements });
};

/** Reads all tables as of one moment, in a transaction that only reads and makes no other one wait. */
async function fill(to: Database, { settings, fixed, observe }: Copying): Promise<void> {
  const from = opened(settings);
  try {
    await from.snapshot(async (source) => {
      const { pending, unknown } = await migrationsOf(source);
      fixed();
      if (pending.length > 0 || unknown.length > 0)
        throw new SettingsError([
          'database.url: its schema is not that of this version; use the version of the server',
        ]);
      await to.migrate();
      await copyTables(source, to.reader, ({ table, done, rows }) =>
        observe?.(`copying ${table}: ${done} of ${rows} rows`),
      );
    });
  } finally {
    await from.close();
  }
}

async function onPostgres<T>(copying: Copying, use: (copy: Settings) => Promise<T>): Promise<T> {
  const { settings, database } = copying;
  const target = targetSettings(settings, database);
  refuseExposedDatabase(settings);
  refuseExposedTarget(target);
  const to = opened(target);
  try {
    const content = await markIfEmpty(to);
    if (content !== 'nothing') throw new SettingsError([`${OPTION}: the database ${REFUSED[content]}`]);
    try {
      await fill(to, copying);
      return await use(target);
    } finally {
      await dropCopy(to);
    }
  } finally {
    await to.close();
  }
}

/** Copies the database, and deletes the copy after its use. `use` gets the settings with the address of the copy. */
export async function onCopiedDatabase<T>(copying: Copying, use: (copy: Settings) => Promise<T>): Promise<T> {
  if (copying.settings.database.url !== undefined) return onPostgres(copying, use);
  await copySqlite(copying);
  return use(copying.settings);
}

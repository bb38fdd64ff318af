import { existsSync } from 'node:fs';
import { type CopyProgress, copyDatabase } from '../../storage/copy/copy-database.ts';
import type { TableSum } from '../../storage/copy/rows.ts';
import type { Database } from '../../storage/database.ts';
import { migrationsOf } from '../../storage/inspection.ts';
import type { Observe } from '../../storage/postgres/partitions/divide-table.ts';
import { partitionPostgres } from '../../storage/postgres/partitions/partition.ts';
import { openPostgres } from '../../storage/postgres/postgres-database.ts';
import { openConnection, requireOwnDatabase } from '../../storage/sqlite/connection.ts';
import { openSqlite } from '../../storage/sqlite/sqlite-database.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { refuseExposedDatabase } from '../config/unsafe-settings.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';
import { refuseIfServed } from '../process/serving-process.ts';
import { databaseUrls } from './database-urls.ts';

/** The database of the settings: PostgreSQL if there is a URL, otherwise SQLite in the data folder. */
export function openDatabase({ database }: Pick<Settings, 'database'>, folder: DataFolder): Database {
  const { poolSize, timeoutSeconds, preparedStatements: prepare, acknowledged } = database;
  const { url, replicaUrl } = databaseUrls(database);
  if (url === undefined) return openSqlite(folder.database);
  const timeout = timeoutSeconds * 1000;
  return openPostgres({ url, replicaUrl, poolSize, timeout, prepare, needsCopies: acknowledged === 'two' });
}

/**
 * Brings the schema up to date and returns the names of the migrations that ran. If several processes call it
 * at once, one runs the migrations and the others wait.
 */
export async function migrateDatabase(settings: Settings): Promise<readonly string[]> {
  refuseExposedDatabase(settings);
  const database = openDatabase(settings, createDataFolder(settings.data));
  try {
    return await database.migrate();
  } finally {
    await database.close();
  }
}

/**
 * Divides the large tables into partitions while servers use the database. Resolves to the names of those that were divided
 * now. @throws SettingsError, DivisionRefused, UnavailableError
 */
export async function partitionDatabase(settings: Settings, observe: Observe): Promise<readonly string[]> {
  const { url } = databaseUrls(settings.database);
  if (url === undefined)
    throw new SettingsError(['database.url: is missing; only PostgreSQL has partitions']);
  return partitionPostgres(url, observe);
}

/**
 * Copies the SQLite database of the data folder to the PostgreSQL of `database.url`, where it creates the
 * tables. @throws SettingsError, CopyError, UnavailableError
 */
export async function copyToPostgres(
  settings: Settings,
  observe: (progress: CopyProgress) => void,
): Promise<readonly TableSum[]> {
  const { data, database } = settings;
  const { timeoutSeconds } = database;
  const { url } = databaseUrls(database);
  refuseExposedDatabase(settings);
  const folder = dataFolder(data);
  if (url === undefined)
    throw new SettingsError(['database.url: is missing; name the PostgreSQL to copy to']);
  if (!existsSync(folder.database))
    throw new SettingsError([
      `data: there is no database in ${folder.path}; name the data folder of the server`,
    ]);
  refuseIfServed(folder, 'stop it first, or its later writes would be missing');
  requireOwnDatabase(folder.database);
  const { raw, kysely: from } = openConnection(folder.database, { readonly: true });
  // Without a time limit, because slow statements are normal in a copy.
  const to = openPostgres({ url, poolSize: 2, timeout: Math.max(timeoutSeconds, 60) * 1000, prepare: true });
  try {
    const { pending, unknown } = await migrationsOf(from);
    if (pending.length > 0 || unknown.length > 0)
      throw new SettingsError([
        `data: the schema in ${folder.path} is not that of this version; run diptych migrate --data ${folder.path} first`,
      ]);
    await to.migrate();
    return await copyDatabase(from, to.reader, observe);
  } finally {
    raw.close();
    await to.close();
  }
}

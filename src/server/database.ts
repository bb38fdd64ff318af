import type { Database } from '../storage/database.ts';
import { openPostgres } from '../storage/postgres/postgres-database.ts';
import { openSqlite } from '../storage/sqlite/sqlite-database.ts';
import { refuseExposedDatabase } from './config/danger.ts';
import type { Settings } from './config/settings.ts';
import { createDataFolder, type DataFolder } from './files/data-folder.ts';

/** The database that the settings name: PostgreSQL by its URL, else SQLite in the data folder. */
export function openDatabase({ database }: Pick<Settings, 'database'>, folder: DataFolder): Database {
  const { url, replicaUrl, poolSize, timeoutSeconds, preparedStatements: prepare } = database;
  if (url === undefined) return openSqlite(folder.database);
  return openPostgres({ url, replicaUrl, poolSize, timeout: timeoutSeconds * 1000, prepare });
}

/** Brings the schema up to date; names the migrations that ran. Of several at once one does it, the others wait. */
export async function migrateDatabase(settings: Settings): Promise<readonly string[]> {
  refuseExposedDatabase(settings);
  const database = openDatabase(settings, createDataFolder(settings.data));
  try {
    return await database.migrate();
  } finally {
    await database.close();
  }
}

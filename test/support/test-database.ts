import { loadSettings } from '../../src/server/config/load.ts';
import { openDatabase } from '../../src/server/database.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import type { Database } from '../../src/storage/database.ts';
import { databaseOf } from './database-of.ts';

/** The database of a data folder, of the kind that the suite runs on, with its tables. */
export async function openTestDatabase(folder: string): Promise<Database> {
  const options = { data: folder, ...(await databaseOf(folder)) };
  const database = openDatabase(loadSettings({ environment: {}, options }), dataFolder(folder));
  await database.migrate();
  return database;
}

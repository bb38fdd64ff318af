import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import type { Database } from '../../src/storage/database.ts';
import { dropDatabaseOf, readyDatabaseOf } from './database-of.ts';

/** The database of a data folder with all tables, on the kind of database that the suite uses. */
export async function openTestDatabase(folder: string): Promise<Database> {
  const options = { data: folder, ...(await readyDatabaseOf(folder)) };
  return openDatabase(loadSettings({ environment: {}, options }), dataFolder(folder));
}

const HOOKS = {
  test: { before: beforeEach, after: afterEach },
  file: { before: beforeAll, after: afterAll },
};

/** A database in a separate folder, for each test or for all tests of a file. `use` gets it before they run. */
export function useTestDatabase(of: 'test' | 'file', use: (database: Database) => unknown): void {
  const { before, after } = HOOKS[of];
  let folder: string;
  let database: Database;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-database-'));
    database = await openTestDatabase(folder);
    await use(database);
  });
  after(async () => {
    await database.close();
    await dropDatabaseOf(folder);
    rmSync(folder, { recursive: true, force: true });
  });
}

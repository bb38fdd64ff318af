import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSnapshot } from '../../storage/sqlite/snapshot.ts';
import { SettingsError } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';

/** The keys of a token are the real ones, which a drill would destroy. */
function requireCopyable({ database, keys, data }: Settings): DataFolder {
  if (database.url !== undefined || keys.custody !== 'files')
    throw new SettingsError([
      'data: a drill copies a SQLite database with keys in files; for PostgreSQL or a token, name the data folder of a sandbox with --data, without --config',
    ]);
  const folder = dataFolder(data);
  if (existsSync(folder.database)) return folder;
  throw new SettingsError([
    `data: there is no database in ${folder.path}; name the data folder of the server`,
  ]);
}

/**
 * Copies the database and the keys into a folder inside the data folder, where they are as protected as the originals, and
 * deletes the copy afterwards. Servers may be running.
 */
export async function onCopy<T>(settings: Settings, use: (copy: Settings) => Promise<T>): Promise<T> {
  const folder = requireCopyable(settings);
  const draft = join(folder.path, 'drill.draft');
  const drop = () => rmSync(draft, { recursive: true, force: true });
  drop();
  const copy = createDataFolder(draft);
  try {
    const snapshot = openSnapshot(folder.database);
    try {
      cpSync(folder.keys, copy.keys, { recursive: true });
      await snapshot.copyTo(copy.database, () => {});
    } finally {
      snapshot.close();
    }
    return await use({ ...settings, data: draft, admin: { ...settings.admin, secondPerson: [] } });
  } finally {
    drop();
  }
}

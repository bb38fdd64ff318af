import { existsSync } from 'node:fs';
import { closeLists } from '../../issuer/status/close-lists.ts';
import { logReader, logWriter } from '../../storage/audit/audit-log.ts';
import { followSeals } from '../../storage/audit/follow-seals.ts';
import { statusListWriter } from '../../storage/issuer/status-lists.ts';
import { idsOf } from '../../storage/time-ordered-ids.ts';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { refuseExposedDatabase } from '../config/unsafe-settings.ts';
import { REAL_EFFECTS } from '../effects.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { dataFolder } from '../files/data-folder.ts';
import { refuseIfServed } from '../process/serving-process.ts';
import { openDatabase } from './database.ts';

/**
 * Closes the status lists of a database that was restored, before a server uses it. Returns how many were open.
 * @throws SettingsError, UnavailableError
 */
export async function closeStatusLists(settings: Settings): Promise<number> {
  const { clock, random } = REAL_EFFECTS;
  refuseExposedDatabase(settings);
  const { path, database: file } = dataFolder(settings.data);
  if (settings.database.url === undefined && !existsSync(file))
    throw new SettingsError([`data: there is no database in ${path}; name the data folder of the server`]);
  const folder = createDataFolder(settings.data);
  refuseIfServed(folder, 'stop it first, or it goes on with entries that it reserved');
  const database = openDatabase(settings, folder);
  try {
    await database.migrate();
    await followSeals(database, clock, random);
    const at = clock();
    const closed = await database.write((db) => {
      const log = { ...logReader(db), ...logWriter(db, idsOf(database, clock, random), random) };
      const about = { reason: 'command', id: `command-${at}`, actor: { kind: 'start' }, at } as const;
      return closeLists({ ...log, ...statusListWriter(db, database.origin) }, about);
    });
    return closed?.lists ?? 0;
  } finally {
    await database.close();
  }
}

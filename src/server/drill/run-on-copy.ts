import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyCustody } from '../../keys/custody.ts';
import { lockFile } from '../../storage/sqlite/lock-file.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';
import { type DrillOptions, onCopiedDatabase } from './copy-database.ts';
import { makeStandIns, type StandIns } from './stand-ins.ts';

export interface Copy {
  readonly settings: Settings;
  readonly standIns: StandIns;
}

/**
 * The settings of the copy: the method asks no second person, and new keys are files. The master key of the records stays where
 * it is: it opens the keys of the epochs in the copy too. Only a new master key would be a file.
 */
const settingsOf = (settings: Settings, data: string): Settings => ({
  ...settings,
  data,
  admin: { ...settings.admin, secondPerson: [] },
  keys: { ...settings.keys, custody: 'files', recordMaster: 'files' },
});

/** Another drill would delete the copy of one that runs, taking it for the copy of one that was killed. */
async function alone<T>({ path }: DataFolder, use: () => Promise<T>): Promise<T> {
  const lock = join(path, 'drill.lock');
  const unlock = lockFile(lock);
  if (!unlock) throw new SettingsError([`data: another drill runs in ${path}; wait until it ends`]);
  try {
    return await use();
  } finally {
    rmSync(lock);
    unlock();
  }
}

/**
 * Copies the keys into a folder inside the data folder, where they are as protected as the originals, and the database into it
 * or into the one of the options. Deletes both afterwards. Servers may be running.
 */
export async function onCopy<T>(
  settings: Settings,
  { custody, ...options }: DrillOptions & { readonly custody: KeyCustody },
  use: (copy: Copy) => Promise<T>,
): Promise<T> {
  const folder = dataFolder(settings.data);
  const draft = join(folder.path, 'drill.draft');
  const drop = () => rmSync(draft, { recursive: true, force: true });
  return alone(folder, async () => {
    drop();
    const copy = createDataFolder(draft);
    const fixed = () => cpSync(folder.keys, copy.keys, { recursive: true });
    try {
      return await onCopiedDatabase({ ...options, settings, draft: copy, fixed }, async (copied) => {
        const own = settingsOf(copied, draft);
        const standIns = await makeStandIns(own, copy, custody);
        return use({ settings: own, standIns });
      });
    } finally {
      drop();
    }
  });
}

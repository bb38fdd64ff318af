import { type Clock, DAY } from '../../conventions/time.ts';
import { CustodyError } from '../../keys/custody.ts';
import { type EpochKeys, epochKeys } from '../../keys/holder-keys/epochs.ts';
import { pkcs11Masters } from '../../keys/pkcs11/master-keys.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { DataFolder } from '../files/data-folder.ts';
import { tokenSettings } from './custody.ts';

/** Tells at the start why the keys of the records cannot be used. @throws SettingsError */
export function requireUsable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CustodyError) throw new SettingsError([`keys.recordMaster: ${error.message}`]);
    throw error;
  }
}

/** The keys that encrypt the keys of holders. @throws SettingsError, for example if the token is away */
export function openEpochs({ keys }: Settings, folder: DataFolder, clock: Clock): EpochKeys {
  const tokens = pkcs11Masters(() => tokenSettings(keys.pkcs11), keys.recordMaster === 'pkcs11');
  return requireUsable(() => epochKeys(folder.keys, { clock, length: keys.epochDays * DAY, tokens }));
}

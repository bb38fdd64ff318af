import { DAY } from '../../src/conventions/time.ts';
import { epochKeys } from '../../src/keys/holder-keys/epochs.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';

/** The keys with which a server of this data folder encrypts records. */
export const epochsOf = (data: string) =>
  epochKeys(dataFolder(data).keys, { clock: Date.now, length: 30 * DAY });

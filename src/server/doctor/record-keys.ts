import { DAY } from '../../conventions/time.ts';
import type { EpochKeys } from '../../keys/holder-keys/epochs.ts';
import type { Inspection } from '../../storage/inspection.ts';
import type { Settings } from '../config/settings.ts';
import { openEpochs } from '../keys/epochs.ts';
import { type Finding, failuresOf, ok, type Subject, warning } from './findings.ts';

const RESTORE = 'restore the key folder from its newest backup; without it, records cannot be read';

const LATE = 'the epoch of the keys that encrypt records has ended, and there is no key for the next one';
const NEXT = 'start a server, and see that it can write to the key folder; the log tells why it could not';

const MISPLACED = {
  files: 'the master key of the records is in the token, and keys.recordMaster is files',
  pkcs11: 'the master key of the records is a file, and keys.recordMaster is pkcs11',
} as const;

/** A new setting changes nothing before a rotation. */
function masterFound({ keys: { recordMaster } }: Settings, epochs: EpochKeys): Finding | undefined {
  const isInToken = epochs.masters().at(-1)?.isInToken ?? false;
  if (isInToken === (recordMaster === 'pkcs11')) return undefined;
  return warning(MISPLACED[recordMaster], 'diptych keys rotate-master');
}

/** Opens the keys of the first and the last epoch that encrypt keys of holders. */
async function openable(
  { settings, folder, now }: Subject,
  database: Inspection,
): Promise<readonly Finding[]> {
  const used = await database.holderKeys.epochsOfHolders();
  if (!used) return [];
  let epochs: EpochKeys | undefined;
  try {
    epochs = openEpochs(settings, folder, () => now);
    epochs.keyOf(used.first);
    epochs.keyOf(used.last);
    const [next] = epochs.list().slice(-1);
    const isLate = !next || next.startsAt + settings.keys.epochDays * DAY < now;
    const master = masterFound(settings, epochs);
    return isLate ? [warning(LATE, NEXT)] : [master ?? ok('the keys that encrypt records are held')];
  } catch (error) {
    return failuresOf(error, RESTORE);
  } finally {
    epochs?.close();
  }
}

const LEFT = 'the encrypted key of an erased holder may be left in unused parts of the database file';
const REWRITE = 'free as much disk space as the file has, twice, and start the server again';

/** The keys that encrypt records can be used, and no key of an erased holder is left. */
export async function recordKeys(subject: Subject): Promise<readonly Finding[]> {
  const { database } = subject;
  if (!database) return [];
  const found = [...(await openable(subject, database))];
  if (await database.hasLeftovers()) found.push(warning(LEFT, REWRITE));
  return found;
}

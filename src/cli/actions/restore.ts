import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { settleErasures } from '../../server/backup/erasures.ts';
import { DATABASE, DUMP, KEYS } from '../../server/backup/manifest.ts';
import { type Restored, restoreBackup } from '../../server/backup/restore-backup.ts';
import { dataFolder } from '../../server/files/data-folder.ts';
import { UsageError } from '../cli-errors.ts';
import { print } from '../output.ts';
import { knownPassphrase } from '../secret-input.ts';
import { contentText, elsewhereText, printBackup } from './backup.ts';

interface Options {
  readonly from?: string;
  readonly data?: string;
  readonly keys: boolean;
  readonly passphraseFile?: string;
  readonly erasuresFrom?: string;
  readonly erasedMayReturn?: boolean;
  readonly json?: boolean;
}

const RETURN =
  'People who were erased after the backup may be back: erase them again, then diptych restore settle. Until then, each start and doctor warn.';

const CHOICE =
  'people who were erased after the backup would come back: name a data folder that knows the erasures with --erasures-from, or say --erased-may-return';

function erasuresOf({ erasuresFrom: from, erasedMayReturn = false }: Options) {
  if (from !== undefined && erasedMayReturn)
    throw new UsageError('--erasures-from and --erased-may-return exclude each other');
  if (from !== undefined) return { from };
  if (erasedMayReturn) return 'mayReturn';
  throw new UsageError(CHOICE);
}

/** The next steps of the operator. */
function next(
  { manifest, pending, keyFiles }: Restored,
  { from = '', data, erasedMayReturn }: Options,
): readonly string[] {
  const { [DATABASE]: database, [DUMP]: dump, [KEYS]: sealed } = manifest.files;
  const left = sealed === undefined ? 'The backup holds no keys' : 'The keys were left out';
  return [
    ...(keyFiles > 0 ? [] : [`${left}: put those of that time into ${data}/keys before you start.`]),
    ...elsewhereText(manifest),
    ...(pending.length > 0 ? [`The first start changes the schema: ${pending.join(', ')}.`] : []),
    ...(dump === undefined
      ? []
      : [`The database: pg_restore --no-owner --exit-on-error --dbname=AN_EMPTY_ONE ${join(from, DUMP)}`]),
    ...(database === undefined ? ['The database is restored by PostgreSQL; name it in database.url.'] : []),
    `Next, with the configuration of that time: diptych doctor --config FILE, then diptych serve --config FILE`,
    ...(erasedMayReturn ? [RETURN] : []),
    'Changes after the backup are lost. Stop the old server first: only one server may use the keys.',
  ];
}

export async function restore(options: Options): Promise<void> {
  const { from, data, keys, passphraseFile, json = false } = options;
  if (from === undefined || data === undefined)
    throw new UsageError('name the backup and the folder to create: --from FOLDER --data FOLDER');
  const erasures = erasuresOf(options);
  const passphrase = async () => (keys ? knownPassphrase(passphraseFile) : undefined);
  const restored = await restoreBackup({ from, data, passphrase, erasures });
  const { manifest, keyFiles } = restored;
  const restoredText = `${contentText(manifest)}, ${keyFiles} files restored`;
  printBackup(restored, { json, text: restoredText, remarks: next(restored, options) });
}

interface SettleOptions {
  readonly data?: string;
  readonly erasuresFrom?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `restore` has options of the same names, which belong to both. */
export async function settleRestore(_own: SettleOptions, command: Command): Promise<void> {
  const { data, erasuresFrom: from, yes = false, json = false } = command.optsWithGlobals<SettleOptions>();
  if (data === undefined) throw new UsageError('name the restored data folder: --data FOLDER');
  if ((from === undefined) !== yes)
    throw new UsageError(
      'either name a data folder that knows the erasures with --erasures-from, or say --yes if everybody was erased again',
    );
  settleErasures(dataFolder(resolve(data)), from === undefined ? 'erasedAgain' : dataFolder(resolve(from)));
  const text = from === undefined ? 'settled' : 'settled: the next start erases the people again';
  print({ settled: true }, { json }, () => text);
}

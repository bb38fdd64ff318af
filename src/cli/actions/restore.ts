import { DATABASE, KEYS } from '../../server/backup/manifest.ts';
import { type Restored, restoreBackup } from '../../server/backup/restore.ts';
import { print } from '../output.ts';
import { knownPassphrase } from '../secret-input.ts';
import { contentText, elsewhereText } from './backup.ts';

interface Options {
  readonly from: string;
  readonly data: string;
  readonly keys: boolean;
  readonly passphraseFile?: string;
  readonly erasuresFrom?: string;
  readonly json?: boolean;
}

const ERASURES =
  'Holders that were erased after the backup are back; --erasures-from names a data folder that knows of them.';

/** The next steps of the operator. */
function next({ manifest, pending, keyFiles }: Restored, { data, erasuresFrom }: Options): readonly string[] {
  const { [DATABASE]: database, [KEYS]: sealed } = manifest.files;
  const left = sealed === undefined ? 'The backup holds no keys' : 'The keys were left out';
  return [
    ...(keyFiles > 0 ? [] : [`${left}: put those of that time into ${data}/keys before you start.`]),
    ...elsewhereText(manifest),
    ...(pending.length > 0 ? [`The first start changes the schema: ${pending.join(', ')}.`] : []),
    ...(database === undefined ? ['The database is restored by PostgreSQL; name it in database.url.'] : []),
    `Next: diptych doctor --data ${data}, then diptych serve --data ${data} with the configuration of that time.`,
    ...(erasuresFrom === undefined ? [ERASURES] : []),
    'Changes after the backup are lost. Stop the old server first: only one server may use the keys.',
  ];
}

export async function restore(options: Options): Promise<void> {
  const { from, data, keys, passphraseFile, erasuresFrom, json = false } = options;
  const passphrase = async () => (keys ? knownPassphrase(passphraseFile) : undefined);
  const restored = await restoreBackup({ from, data, passphrase, erasuresFrom });
  const { manifest, keyFiles } = restored;
  const restoredText = `${contentText(manifest)}, ${keyFiles} files restored`;
  print(restored, { json }, () => [restoredText, '', ...next(restored, options)].join('\n'));
}

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
  readonly json?: boolean;
}

/** The next steps of the operator. */
function next({ manifest, pending, keyFiles }: Restored, data: string): readonly string[] {
  const { [DATABASE]: database, [KEYS]: sealed } = manifest.files;
  const left = sealed === undefined ? 'The backup holds no keys' : 'The keys were left out';
  return [
    ...(keyFiles > 0 ? [] : [`${left}: put those of that time into ${data}/keys before you start.`]),
    ...elsewhereText(manifest),
    ...(pending.length > 0 ? [`The first start changes the schema: ${pending.join(', ')}.`] : []),
    ...(database === undefined ? ['The database is restored by PostgreSQL; name it in database.url.'] : []),
    `Next: diptych doctor --data ${data}, then diptych serve --data ${data} with the configuration of that time.`,
    'Changes after the backup are lost. Stop the old server first: only one server may use the keys.',
  ];
}

export async function restore({ from, data, keys, passphraseFile, json = false }: Options): Promise<void> {
  const passphrase = async () => (keys ? knownPassphrase(passphraseFile) : undefined);
  const restored = await restoreBackup({ from, data, passphrase });
  const { manifest, keyFiles } = restored;
  const restoredText = `${contentText(manifest)}, ${keyFiles} files restored`;
  print(restored, { json }, () => [restoredText, '', ...next(restored, data)].join('\n'));
}

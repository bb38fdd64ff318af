import type { Command } from 'commander';
import { makeBackup } from '../../server/backup/make-backup.ts';
import { DATABASE, DUMP, KEYS, type Manifest } from '../../server/backup/manifest.ts';
import { verifyBackup } from '../../server/backup/read-backup.ts';
import { loadSettings } from '../../server/config/load-settings.ts';
import type { Settings } from '../../server/config/settings.ts';
import { hasTokenKeys, TOKEN_NOT_SAVED } from '../../server/files/token-keys.ts';
import { UsageError } from '../cli-errors.ts';
import { notice, print, progress, SILENT } from '../output.ts';
import { knownPassphrase, newPassphrase } from '../secret-input.ts';

function databaseText({ files, tables }: Manifest): string {
  const [file, dump] = [files[DATABASE], files[DUMP]];
  if (dump !== undefined) return `a dump of PostgreSQL, ${dump.bytes} bytes`;
  if (file === undefined) return 'no database';
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(tables).length} tables, ${file.bytes} bytes`;
}

/** The parts of a backup, one line each. */
export const contentText = (manifest: Manifest): string =>
  [
    `made      ${manifest.createdAt} by version ${manifest.version}`,
    `database  ${databaseText(manifest)}`,
    `keys      ${manifest.files[KEYS] === undefined ? 'none' : 'encrypted'}`,
  ].join('\n');

/** Keys that a backup cannot contain, because they are not files. */
export const elsewhereText = ({ keysElsewhere }: Manifest): readonly string[] =>
  keysElsewhere.length === 0
    ? []
    : [
        `Private keys that are no files, in a token or kept offline: ${keysElsewhere.join(', ')}. If they are in a token, back it up too.`,
      ];

/** Only a backup of PostgreSQL can be without a database. */
const noDatabaseText = ({ files }: Manifest): readonly string[] =>
  files[DATABASE] !== undefined || files[DUMP] !== undefined
    ? []
    : [
        'THE DATABASE IS NOT IN IT: it is PostgreSQL. diptych backup --with-dump saves it, and so do the tools of PostgreSQL.',
      ];

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly to?: string;
  readonly withKeys?: boolean;
  /** A file, or true. */
  readonly withDump?: string | boolean;
  readonly passphraseFile?: string;
  readonly json?: boolean;
}

/** Lists what the backup leaves out, so that the operator saves it separately. */
function leftOut(settings: Settings, manifest: Manifest): readonly string[] {
  const parts = [
    ...noDatabaseText(manifest),
    ...(manifest.files[KEYS] === undefined
      ? ['The keys are not in it (--with-keys). Without them, the restored server cannot sign or decrypt.']
      : []),
    ...(hasTokenKeys(settings) ? [TOKEN_NOT_SAVED] : []),
    ...elsewhereText(manifest),
  ];
  return [...parts, 'Tokens of operators and the configuration are not in it.'];
}

/** Prints a result, and what the operator must know besides: behind the text, and with JSON on standard error. */
export function printBackup(
  result: object,
  {
    json,
    text,
    remarks,
  }: { readonly json: boolean; readonly text: string; readonly remarks: readonly string[] },
): void {
  print(result, { json }, () => [text, ...(remarks.length > 0 ? ['', ...remarks] : [])].join('\n'));
  if (json) for (const line of remarks) notice(line, { json });
}

export async function backup({
  config,
  data,
  to,
  withKeys,
  withDump = false,
  passphraseFile,
  json = false,
}: Options): Promise<void> {
  if (to === undefined) throw new UsageError('name the folder to create: --to FOLDER');
  if (passphraseFile !== undefined && !withKeys)
    throw new UsageError('--passphrase-file is for the keys; add --with-keys');
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const passphrase = withKeys ? await newPassphrase(passphraseFile) : undefined;
  const shown = json ? SILENT : progress();
  const observe = ({ done, pages }: { readonly done: number; readonly pages: number }) =>
    shown.at(`copying: ${done} of ${pages} pages`);
  try {
    const dump = typeof withDump === 'string' ? { file: withDump } : withDump ? 'make' : undefined;
    const manifest = await makeBackup(settings, { to, passphrase, dump, observe });
    shown.end();
    printBackup(manifest, { json, text: contentText(manifest), remarks: leftOut(settings, manifest) });
  } finally {
    shown.end();
  }
}

/** `backup` has options of the same names, which belong to both. */
export async function verify(folder: string, _own: Options, command: Command): Promise<void> {
  const { passphraseFile, json = false } = command.optsWithGlobals<Options>();
  const passphrase = passphraseFile === undefined ? undefined : await knownPassphrase(passphraseFile);
  const manifest = await verifyBackup(folder, passphrase);
  const isClosed = manifest.files[KEYS] !== undefined && passphrase === undefined;
  const keys = isClosed ? ['The keys were not opened: --passphrase-file tries the passphrase.'] : [];
  const noDatabase = noDatabaseText(manifest);
  const remarks = [...noDatabase, ...keys, ...elsewhereText(manifest)];
  const what = noDatabase.length > 0 ? 'backup of the keys is unchanged' : 'backup is complete and unchanged';
  const text = `${contentText(manifest)}\n\nThe ${what}.`;
  printBackup(manifest, { json, text, remarks });
}

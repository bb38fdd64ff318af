import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import type { AdminRequest, AdminResponse } from '../../admin/registry.ts';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { methodCommand } from '../admin/method-command.ts';
import { mapCommand, templateCommand } from '../holders/prepare-commands.ts';
import { receiptCommands } from '../holders/receipt-commands.ts';
import { lazily } from '../lazily.ts';
import { jsonOption, WIDE } from '../options.ts';
import { facts, notice, print } from '../output.ts';
import { readLine } from '../secret-input.ts';
import { table } from '../table/table.ts';

type Refreshed = AdminResponse<'refreshHolder'>;

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
}

const REFRESH_HELP = `
For an issuer.records.source of http: fetches the record by its id and applies
it as an import would. The system of record can do the same when a record
changes: POST /admin/v1/holders/ID:refresh.

Example:
  diptych holders refresh h-1`;

const list = () =>
  listCommand({
    method: 'listHolders',
    member: 'holders',
    order: () => 'createTime desc',
    ordered: 'The newest come first; --reverse shows the oldest first.',
    columns: {
      holder: ({ id }) => id,
      'document type': ({ documentType }) => documentType,
      state: ({ state }) => state,
      version: ({ recordVersion }) => String(recordVersion),
      updated: ({ updateTime }) => updateTime,
    },
    examples: '  diptych holders list --limit 20',
  });

async function show(id: string, options: Options): Promise<void> {
  const holder = await callAdmin(connectionOf(options), 'getHolder', { id });
  print(holder, options, () => facts(holder));
}

async function record(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'getHolderRecord', { id });
  const elements = answer.namespaces.flatMap(({ name, elements }) =>
    elements.map(({ identifier, value }): [string, unknown] => [`${name}/${identifier}`, value]),
  );
  print(answer, options, () => facts(Object.fromEntries(elements)));
}

async function portrait(id: string, options: Options & { readonly out: string }): Promise<void> {
  const { mediaType, content } = await callAdmin(connectionOf(options), 'getHolderPortrait', { id });
  writeFileSync(options.out, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' });
  print({ file: options.out, mediaType }, options, () => `${options.out}: ${mediaType}`);
}

async function search(options: Options): Promise<void> {
  const query = readLine('what to search for, as JSON');
  const wanted = jsonOption<AdminRequest<'searchHolders'>>(query, 'the standard input') ?? {};
  const answer = await callAdmin(connectionOf(options), 'searchHolders', wanted);
  if (!answer.isComplete) notice('older records are still being added to the index', options);
  const cells = answer.holders.map(({ id, documentType, state }) => [id, documentType, state]);
  print(answer, options, () => table(['holder', 'document type', 'state'], cells, { wide: options.wide }));
}

const SEARCH_HELP = `
Reads one line of JSON from the standard input, because command lines are kept
in histories: documentNumber; or familyName and birthDate, and givenName if
needed. Case, diacritics and punctuation do not matter.

Examples:
  echo '{"documentNumber": "D-123 456"}' | diptych holders search
  diptych holders search < person.json`;

const looks = (): readonly Command[] => [
  methodCommand('searchHolders')
    .option(...WIDE)
    .addHelpText('after', SEARCH_HELP)
    .action(search),
  methodCommand('getHolderRecord')
    .argument('<id>')
    .addHelpText('after', '\nExample:\n  diptych holders record h-1')
    .action(record),
  methodCommand('getHolderPortrait')
    .argument('<id>')
    .requiredOption('--out <file>', 'new file for the image')
    .addHelpText('after', '\nExample:\n  diptych holders portrait h-1 --out portrait.jpg')
    .action(portrait),
];

const ERASE_HELP = `
The record, its codes, its mobile security objects and the notes on them are
deleted, credentials are revoked, and open proofings are rejected. In the audit
log and in lists a random id replaces that of the holder; the answer names it.
Backups cannot be read for the holder from completeTime on: "diptych holders
receipt" writes a signed receipt.

Example:
  diptych holders erase h-1 --yes`;

const IMPORT_HELP = `
FILE by its ending:
  .json          a record, a list of records, or {"holders": [ … ]}
  .jsonl .ndjson one record in each line
  .csv           headings: id, optionally documentType, and elements such as
                 family_name, or namespace/identifier if several namespaces have
                 it; lists and maps are JSON in their cell
A record: { "id": "h-1", "documentType": "org.iso.18013.5.1.mDL",
            "elements": { "org.iso.18013.5.1": {
              "family_name": "…", "birth_date": "1990-01-31",
              "portrait": "portrait.jpg", … } } }
Bytes are base64, or the name of an image beside FILE. The whole file is checked
first: if there is any problem, nothing is imported. An interrupted import
continues where it stopped when the same command runs again.

With --map the columns of FILE can have any names: diptych holders map --suggest
FILE proposes a map.

Examples:
  diptych holders import holders.csv --dry-run --report problems.csv
  diptych holders import export.csv --map map.yaml --dry-run
  diptych holders import holders.json`;

function refreshed({ result, supersededCredentials, changedElements }: Refreshed, id: string): string {
  if (result === 'unchanged') return `the record of ${id} is the same as before`;
  const head = `the record of ${id} changed; ${supersededCredentials} credentials get a new version`;
  return `${head}\n  ${changedElements.join('\n  ')}`;
}

const actions = (): readonly Command[] => [
  actionCommand({
    method: 'refreshHolder',
    told: refreshed,
    help: REFRESH_HELP,
  }),
  actionCommand({
    method: 'revokeHolder',
    told: ({ revokedCredentials }, id) =>
      `${id} is revoked; ${revokedCredentials} credentials were revoked with it`,
    help: '\nExample:\n  diptych holders revoke h-1 --reason holderDeceased',
  }),
  actionCommand({
    method: 'eraseHolder',
    description: 'Erase a holder and all data of the person',
    told: facts,
    help: ERASE_HELP,
  }),
];

const ENCRYPT_HELP = `
A version before 0.3 stored records unencrypted. This encrypts them while
servers run; they must all have the same version. Interrupted, it continues
when the command runs again. Afterwards no version before 0.3 can be started
with this database: make a backup first.

Example:
  diptych holders encrypt --yes`;

async function encrypt(options: Options & { readonly yes?: boolean }): Promise<void> {
  const connection = connectionOf(options);
  await confirmed(() => 'Encrypt all records: versions before 0.3 cannot be started afterwards', options);
  let holders = 0;
  for (let after: { readonly after?: string } | undefined = {}; after; ) {
    const { encrypted, last }: AdminResponse<'encryptHolders'> = await callAdmin(
      connection,
      'encryptHolders',
      after,
    );
    if (encrypted > 0 && Math.floor(holders / TOLD_EVERY) < Math.floor((holders + encrypted) / TOLD_EVERY))
      notice(`${holders + encrypted} holders are encrypted`, options);
    holders += encrypted;
    after = last === undefined ? undefined : { after: last };
  }
  print(
    { holders },
    options,
    () => `encrypted the data of ${holders} holders; every record is encrypted now`,
  );
}

/** Holders between two lines of progress. */
const TOLD_EVERY = 1000;

const encryptCommand = () =>
  methodCommand('encryptHolders', 'Encrypt records of a version before 0.3')
    .option(...YES)
    .addHelpText('after', ENCRYPT_HELP)
    .action(encrypt);

export function holdersCommand(): Command {
  const importCommand = new Command('import')
    .description('Import or change holders from a JSON, JSON Lines or CSV file')
    .argument('<file>')
    .option('--map <file>', 'what the columns of a CSV file are, in YAML')
    .option('--dry-run', 'check everything, store nothing')
    .option('--report <file>', 'write every problem and warning to a CSV file')
    .addHelpText('after', IMPORT_HELP)
    .action(lazily(async () => (await import('../holders/import.ts')).importFile));
  const showCommand = new Command('show')
    .description('Show a holder, without the record')
    .argument('<id>')
    .addHelpText('after', '\nExample:\n  diptych holders show h-1')
    .action(show);
  const command = new Command('holders').description('The people who get documents').addCommand(list());
  for (const part of [importCommand, showCommand, ...looks(), encryptCommand()])
    command.addCommand(withConnection(part));
  for (const part of [...actions(), ...receiptCommands(), mapCommand(), templateCommand()])
    command.addCommand(part);
  return command;
}

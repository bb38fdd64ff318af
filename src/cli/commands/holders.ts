import { Command, Option } from 'commander';
import { REVOCATION_REASONS } from '../../issuer/administration/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { UsageError } from '../exit.ts';
import { importFile } from '../holders/import.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly reason?: (typeof REVOCATION_REASONS)[number];
  readonly json?: boolean;
}

async function revoke(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'revokeHolder', {
    id,
    ...(options.reason && { reason: options.reason }),
  });
  print(
    answer,
    options,
    () => `${id} is revoked; ${answer.revokedCredentials} credentials were revoked with it`,
  );
}

async function refresh(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'refreshHolder', { id });
  print(answer, options, () =>
    answer.result === 'unchanged'
      ? `the record of ${id} is the same as before`
      : `the record of ${id} changed; ${answer.supersededCredentials} credentials get a new version\n  ${answer.changedElements.join('\n  ')}`,
  );
}

const REFRESH_HELP = `
For an issuer.records.source of http: fetches the record by its id and applies it as an import would. The system of
record can do the same when a record changes: POST /admin/v1/holders/ID:refresh.

Example:
  diptych holders refresh h-1`;

const list = () =>
  listCommand({
    method: 'listHolders',
    member: 'holders',
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

async function erase(id: string, options: Options & { readonly yes?: boolean }): Promise<void> {
  if (!options.yes) throw new UsageError(`erasing ${id} cannot be undone; say so with --yes`);
  const receipt = await callAdmin(connectionOf(options), 'eraseHolder', { id });
  print(receipt, options, () => facts(receipt));
}

const ERASE_HELP = `
The record, its codes and its mobile security objects are deleted, credentials are revoked, open proofings rejected. In
the trail and in lists a random id stands where the holder's was; the receipt names it. Backups are yours to erase.

Example:
  diptych holders erase h-1 --yes`;

const IMPORT_HELP = `
FILE by its ending:
  .json          a record, a list of records, or {"holders": [ … ]}
  .jsonl .ndjson one record a line
  .csv           a heading line with id, optionally documentType, and elements: family_name, or
                 namespace/identifier where several namespaces have it; lists and maps as JSON in their cell
A record: { "id": "h-1", "documentType": "org.iso.18013.5.1.mDL",
            "elements": { "org.iso.18013.5.1": { "family_name": "…", "birth_date": "1990-01-31",
                                                 "portrait": "portrait.jpg", … } } }
Bytes are base64, or the name of an image beside FILE. The whole file is checked first: one problem anywhere and nothing
is imported. An import that was broken off goes on where it stopped when it is started again with the same file.

Examples:
  diptych holders import holders.csv --dry-run --report problems.csv
  diptych holders import holders.json`;

export function holdersCommand(): Command {
  const importCommand = new Command('import')
    .description('Import or change holders from a JSON, JSON Lines or CSV file')
    .argument('<file>')
    .option('--dry-run', 'check everything, keep nothing')
    .option('--report <file>', 'write every problem and warning to a CSV file')
    .addHelpText('after', IMPORT_HELP)
    .action(importFile);
  const revokeCommand = new Command('revoke')
    .description('Revoke all credentials of a holder for good')
    .argument('<id>')
    .addOption(
      new Option('--reason <code>', 'kept in the trail; not sent to the wallet').choices(REVOCATION_REASONS),
    )
    .addHelpText('after', '\nExample:\n  diptych holders revoke h-1 --reason holderDeceased')
    .action(revoke);
  const refreshCommand = new Command('refresh')
    .description("Fetch a holder's record from the system of record again")
    .argument('<id>')
    .addHelpText('after', REFRESH_HELP)
    .action(refresh);
  const eraseCommand = new Command('erase')
    .description('Erase a holder and everything that is kept of the person')
    .argument('<id>')
    .option('--yes', 'erase; it cannot be undone')
    .addHelpText('after', ERASE_HELP)
    .action(erase);
  const showCommand = new Command('show')
    .description('Show a holder, without the record')
    .argument('<id>')
    .addHelpText('after', '\nExample:\n  diptych holders show h-1')
    .action(show);
  const command = new Command('holders').description('The people who get documents').addCommand(list());
  for (const part of [importCommand, showCommand, refreshCommand, revokeCommand, eraseCommand])
    command.addCommand(withConnection(part));
  return command;
}

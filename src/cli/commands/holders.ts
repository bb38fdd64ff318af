import { Command } from 'commander';
import type { AdminResponse } from '../../issuer/administration/index.ts';
import { callAdmin, pages } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { readHolders } from '../admin/read-holders.ts';
import { print, table } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

async function importFile(path: string, options: Options): Promise<void> {
  const holders = readHolders(path);
  const validateOnly = options.dryRun ? { validateOnly: true } : {};
  const answer = await callAdmin(connectionOf(options), 'importHolders', { holders, ...validateOnly });
  print(answer, options, () =>
    options.dryRun
      ? `${holders.length} records are right; nothing was imported`
      : table(
          ['holder', 'result', 'superseded credentials'],
          answer.holders.map((one) => [one.id, one.result, String(one.supersededCredentials)]),
        ),
  );
}

async function revoke(id: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'revokeHolder', { id });
  print(
    answer,
    options,
    () => `${id} is revoked; ${answer.revokedCredentials} credentials were revoked with it`,
  );
}

async function list(options: Options): Promise<void> {
  const holders: AdminResponse<'listHolders'>['holders'] = [];
  for await (const page of pages(connectionOf(options), 'listHolders')) holders.push(...page.holders);
  print({ holders }, options, () =>
    table(
      ['holder', 'document type', 'state', 'version', 'updated'],
      holders.map((one) => [one.id, one.documentType, one.state, String(one.recordVersion), one.updateTime]),
    ),
  );
}

const IMPORT_HELP = `
FILE holds a record, a list of records, or {"holders": [ … ]}:
  { "id": "h-1", "documentType": "org.iso.18013.5.1.mDL",
    "elements": { "org.iso.18013.5.1": { "family_name": "…", "birth_date": "1990-01-31",
                                         "portrait": "portrait.jpg", … } } }
Bytes are base64, or the name of a file beside FILE. All records are kept, or none and every problem is named.

Examples:
  diptych holders import holders.json
  diptych holders import holders.json --dry-run`;

export function holdersCommand(): Command {
  const importCommand = new Command('import')
    .description('Import or change holders from a JSON file')
    .argument('<file>')
    .option('--dry-run', 'check everything, keep nothing')
    .addHelpText('after', IMPORT_HELP)
    .action(importFile);
  const revokeCommand = new Command('revoke')
    .description('Revoke all credentials of a holder for good')
    .argument('<id>')
    .action(revoke);
  const listCommand = new Command('list').description('List the holders').action(list);
  const command = new Command('holders').description('The people who get documents');
  for (const part of [importCommand, revokeCommand, listCommand]) command.addCommand(withConnection(part));
  return command;
}

import { Command, Option } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { methodCommand } from '../admin/method-command.ts';
import { lazily } from '../lazily.ts';
import { WIDE } from '../options.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
}

async function list(options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'listStatusLists', {});
  const rows = answer.statusLists.map(({ name, publishTime = '-', endTime, rootId, entries, uri }) => [
    ...[name, publishTime, endTime, rootId],
    ...(options.wide ? [String(entries), uri] : []),
  ]);
  const headings = ['list', 'published', 'MSOs end', 'root', ...(options.wide ? ['entries', 'address'] : [])];
  print(answer, options, () =>
    table(headings, rows, { ...options, cut: ['list', 'root'], ids: ['list', 'root'] }),
  );
}

const EXPORT_HELP = `
The folder gets one file for each list, with the name that addresses end with.
Copy the folder to what issuer.status.uri names, and let it send the type
application/statuslist+cwt. Run this after each publication. Each list is
verified first; one that readers would refuse is not written, and the exit
status is 1. Lists that have ended are removed.

Example:
  diptych status-lists export public/status`;

async function publish(options: Options & { readonly yes?: boolean }): Promise<void> {
  await confirmed(
    () => 'Publish all status lists now: revocations since the last publication become visible',
    options,
  );
  const answer = await callAdmin(connectionOf(options), 'publishStatusLists', {});
  print(answer, options, () => `published ${answer.published} status lists`);
}

const PUBLISH_HELP = `
Readers that compare two publications can see what was revoked in between.
Revocations of a whole hour hide each other, those of a minute do not.

Example:
  diptych status-lists publish --yes`;

const CLOSE_HELP = `
After an older database was restored, before its servers start: otherwise
entries that were given after the backup are given again, and a revocation also
revokes the MSO that had the entry before. A server notices most restores
itself; it cannot notice a snapshot of the whole machine, or a copy that is a
few minutes old. Published lists stay; new MSOs get entries of new lists.

Example:
  diptych status-lists close --data ./diptych-data`;

const HELP = `
Examples:
  diptych status-lists list
  diptych status-lists export public/status`;

export function statusListsCommand(): Command {
  const command = new Command('status-lists')
    .description('Lists by which readers find revoked MSOs')
    .addHelpText('after', HELP);
  command.addCommand(
    withConnection(
      methodCommand('listStatusLists')
        .option(...WIDE)
        .addHelpText('after', '\nExample:\n  diptych status-lists list --wide')
        .action(list),
    ),
  );
  command.addCommand(
    withConnection(
      new Command('export')
        .description('Write the status lists to a folder for a web server or CDN')
        .argument('<folder>')
        .addHelpText('after', EXPORT_HELP)
        .action(lazily(async () => (await import('../actions/export-status-lists.ts')).exportStatusLists)),
    ),
  );
  command.addCommand(
    withConnection(
      methodCommand('publishStatusLists')
        .option(...YES)
        .addHelpText('after', PUBLISH_HELP)
        .action(publish),
    ),
  );
  command.addCommand(
    new Command('close')
      .description('Give no more entries of the present status lists, after a restore')
      .option('--data <folder>', 'as for serve')
      .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
      .option('--json', 'print the number of lists as JSON')
      .addHelpText('after', CLOSE_HELP)
      .action(lazily(async () => (await import('../actions/close-status-lists.ts')).close)),
  );
  return command;
}

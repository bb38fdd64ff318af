import { Command, Option } from 'commander';
import { STATUS_LIST_WORDS } from '../../admin/contract/status-lists/words.ts';
import { withConnection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import { lazyAction } from '../lazy-action.ts';

const EXPORT_HELP = `
The folder gets one file for each list, with the name that addresses end with.
Copy the folder to what issuer.status.uri names, and let it send the type
application/statuslist+cwt. Run this after each publication. Each list is
verified first; one that readers would refuse is not written, and the exit
status is 1. Lists that have ended are removed.

Example:
  diptych status-lists export public/status`;

const CLOSE_HELP = `
After an older database was restored, before its servers start: otherwise
entries that were given after the backup are given again, and a revocation also
revokes the MSO that had the entry before. A server notices most restores
itself; it cannot notice a snapshot of the whole machine, or a copy that is a
few minutes old. Published lists stay; new MSOs get entries of new lists.

Example:
  diptych status-lists close --data ./diptych-data`;

const exportCommand = () =>
  withConnection(
    new Command('export')
      .description('Write the status lists to a folder for a web server or CDN')
      .argument('<folder>')
      .addHelpText('after', EXPORT_HELP)
      .action(lazyAction(async () => (await import('../actions/export-status-lists.ts')).exportStatusLists)),
  );

const closeCommand = () =>
  new Command('close')
    .description('Give no more entries of the present status lists, after a restore')
    .option('--data <folder>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--json', 'print the number of lists as JSON')
    .addHelpText('after', CLOSE_HELP)
    .action(lazyAction(async () => (await import('../actions/close-status-lists.ts')).close));

export const statusListsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand(
    'status-lists',
    STATUS_LIST_WORDS,
    args,
    {},
    {
      export: async () => exportCommand(),
      close: async () => closeCommand(),
    },
  );

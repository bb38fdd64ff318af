import { Command, Option } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const OPEN_HELP = `
Where an organisation signs operators in, the admin token does not work. This
makes it work for one hour, only for requests from this machine, and writes the
opening and each request into the audit log. Run it as the user that runs the
server. Afterwards the admin token is replaced.

Examples:
  diptych break-glass open --data ./diptych-data --reason "provider is down"
  diptych users disable ada@example.com --as-admin --data ./diptych-data`;

const CLOSE_HELP = `
The admin token is replaced at once, also without a running server.

Examples:
  diptych break-glass close --data ./diptych-data`;

const STATUS_HELP = `
Examples:
  diptych break-glass status --data ./diptych-data --json`;

const actions = () => import('../actions/break-glass.ts');

export function breakGlassCommand(): Command {
  const parts = [
    new Command('open')
      .description('Make the admin token work for an hour on this machine')
      .requiredOption('--reason <text>', 'why, for the audit log')
      .addHelpText('after', OPEN_HELP)
      .action(lazyAction(async () => (await actions()).open)),
    new Command('close')
      .description('End the hour, and replace the admin token')
      .addHelpText('after', CLOSE_HELP)
      .action(lazyAction(async () => (await actions()).close)),
    new Command('status')
      .description('Show whether break glass is open, until when and why')
      .addHelpText('after', STATUS_HELP)
      .action(lazyAction(async () => (await actions()).status)),
  ];
  const command = new Command('break-glass').description(
    'The admin token in an emergency, where an organisation signs operators in',
  );
  for (const part of parts) {
    part
      .addOption(new Option('--data <folder>', 'data folder of the server').env('DIPTYCH_DATA'))
      .option('--json', 'print the state as JSON');
    command.addCommand(part);
  }
  return command;
}

import { Command, Option } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const BASELINE_HELP = `
The settings that a start with the same options, variables and files would have,
and their digest. A server logs its digest when it starts; a change since the
start before is an event of the audit log that names the settings.

Examples:
  diptych config baseline --config diptych.yaml
  diptych config baseline --json > baseline.json`;

export function configCommand(): Command {
  const command = new Command('config').description('The configuration of the server');
  const part = new Command('baseline')
    .description('Print the effective settings, without secrets, and their digest')
    .option('--data <folder>', 'as for serve')
    .option('--port <number>', 'as for serve')
    .option('--admin-port <number>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--json', 'print it as JSON')
    .addHelpText('after', BASELINE_HELP)
    .action(lazyAction(async () => (await import('../actions/config.ts')).baseline));
  return command.addCommand(part);
}

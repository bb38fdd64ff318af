import { Command, Option } from 'commander';
import { lazyAction } from '../lazy-action.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check a configuration and its data folder; print problems and their remedies')
    .option('--data <folder>', 'data folder of the server')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      `
Nothing is changed, and the server may be running. The exit status is 1 if
there is a FAILURE.

Examples:
  diptych doctor
  diptych doctor --config diptych.yaml --json`,
    )
    .action(lazyAction(async () => (await import('../actions/doctor.ts')).doctor));
}

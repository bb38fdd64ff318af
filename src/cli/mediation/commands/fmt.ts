import { Command } from 'commander';
import { lazyAction } from '../../lazy-action.ts';
import type { Options } from '../actions/fmt.ts';
import { FILE } from '../as-code/options.ts';
import { leaf } from '../command.ts';

export const fmt = () =>
  leaf<Options>({
    name: 'fmt',
    description: 'Check a configuration file, and write it in its usual form',
    help: 'Asks no server: options about a server are accepted, as in the other\ncommands, and not used.',
    statuses: 'Exit status: 0 done, 1 any error, or another form with --check.',
    examples: [
      'diptych mediation fmt --file mediation.yaml',
      'diptych mediation fmt --file mediation.yaml --check',
    ],
    options: (command) =>
      command.addOption(FILE).option('--check', 'change nothing; exit with 1 if the file is in another form'),
    run: lazyAction(async () => (await import('../actions/fmt.ts')).fmt),
  });

export const schema = () =>
  new Command('schema')
    .description('Print the JSON Schema of configuration files, for editors')
    .addHelpText('after', '\nExample:\n  diptych mediation schema > mediation.schema.json')
    .action(lazyAction(async () => (await import('../actions/fmt.ts')).schema));

import { lazyAction } from '../../lazy-action.ts';
import type { Options } from '../actions/import.ts';
import { FILE, TARGET } from '../as-code/options.ts';
import { leaf } from '../command.ts';

const HELP = `
Writes what is on the server into a new file, and the ids into diptych.lock.json
beside it. Mappings that no line uses are left out. With --secrets, the file
names variables in place of the values of mappings, and the values are written
to another file, which only its owner can read.`;

export const importFile = () =>
  leaf<Options>({
    name: 'import',
    description: 'Write the configuration of a server into a file',
    help: HELP,
    statuses: 'Exit status: 0 done, 1 any error.',
    examples: [
      'diptych mediation import --file mediation.yaml',
      'diptych mediation import --file mediation.yaml --secrets mediation.env',
    ],
    options: (command) =>
      command
        .addOption(FILE)
        .addOption(TARGET)
        .option('--replace', 'overwrite an existing file; keys of the lock file are kept, comments are lost')
        .option('--secrets <file>', 'write the values of mappings to this file'),
    run: lazyAction(async () => (await import('../actions/import.ts')).importFile),
  });

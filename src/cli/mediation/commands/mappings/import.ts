import { lazyAction } from '../../../lazy-action.ts';
import type { Options } from '../../actions/mappings.ts';
import { leaf } from '../../command.ts';
import { ADAPTER, NAME, SOURCE, UNIT } from './headings.ts';

const HELP = `The file has one mapping per line, and a heading line: “${UNIT}”, “${SOURCE}”,
“${NAME}”, “${ADAPTER}” (the last two may be missing), and one column per
setting, with its label. A cell without a value leaves the setting out. All
lines are checked before anything is created; a second run creates only what is
missing.`;

export const importCommand = () =>
  leaf<Options>({
    name: 'import <file>',
    description: 'Create mappings from a CSV file; - reads the standard input',
    help: HELP,
    examples: [
      'diptych mediation mappings import mappings.csv --dry-run',
      'diptych mediation mappings import mappings.csv',
    ],
    options: (command) => command.option('--dry-run', 'check everything without creating anything'),
    run: lazyAction(async () => (await import('../../actions/mappings.ts')).importMappings),
  });

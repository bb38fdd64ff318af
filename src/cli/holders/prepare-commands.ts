import { Command } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const TYPE = 'mDL, PID, a docType, or the file of your own document type';

const MAP_HELP = `
Reads the headings and the first 500 rows. The map has a comment on each line:
how certain it is, and why. It contains headings and known codes, but no value
of the file.

Examples:
  diptych holders map --suggest export.csv > map.yaml
  diptych holders map --schema > holders-map.schema.json`;

export const mapCommand = () =>
  new Command('map')
    .description('Propose a map of the columns of a CSV file, for holders import --map')
    .option('--suggest <file>', 'the CSV file')
    .option('--type <type>', TYPE, 'mDL')
    .option('--schema', 'print the JSON Schema of maps, for editors')
    .option('--out <file>', 'write a new file instead of the standard output')
    .addHelpText('after', MAP_HELP)
    .action(lazyAction(async () => (await import('./prepare.ts')).map));

export const templateCommand = () =>
  new Command('template')
    .description('Write CSV headings, a JSON Schema and an example of a document type')
    .option('--type <type>', TYPE, 'mDL')
    .option('--country <code>', 'country of the example', 'US')
    .option('--out <folder>', 'folder of the files', '.')
    .addHelpText('after', '\nExample:\n  diptych holders template --type mDL --out template')
    .action(lazyAction(async () => (await import('./prepare.ts')).template));

import { Argument, Command, Option } from 'commander';
import { ROTATING } from '../../client/rotation.ts';
import { lazyAction } from '../lazy-action.ts';

const HELP = `
Copies the database and the key files, compromises the active key of the role in
the copy, and deletes the copy. The server's own database, token and files are
only read, so it may be running. The copy of SQLite is in the data folder. The
copy of PostgreSQL is in the empty database of --drill-database, which is empty
again afterwards. Keys in a PKCS#11 token are not used: other keys, in files,
stand for them.

The report has the times reached and what was not rehearsed. It is signed by the
key of the seals, and has no personal data.

Examples:
  diptych keys drill documentSigner --data ./diptych-data --out drill.json
  diptych keys drill documentSigner --config diptych.yaml \\
    --drill-database postgres://diptych@db2/drill`;

const CHECK_HELP = `
The digest is the one of "diptych seals status". The exit status is 1 if the
report was changed or another key signed it.

Examples:
  diptych keys check-drill drill.json --seal-key 51ab…`;

const ROLES = [...ROTATING, 'iaca'];

export const drillCommand = (): Command =>
  new Command('drill')
    .description('Practise a compromise on a copy of the data, and write a signed report')
    .addArgument(new Argument('<role>').choices(ROLES))
    .option('--data <folder>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option(
      '--drill-database <url>',
      'postgres://…, an empty database for the copy; - to read the standard input',
    )
    .option('--out <file>', 'the report (default: drill-, the role and the date)')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../actions/drill.ts')).drill));

export const checkDrillCommand = (): Command =>
  new Command('check-drill')
    .description('Check the signature of a report of a drill')
    .argument('<file>', 'the report')
    .requiredOption('--seal-key <digest>', 'digest of the key that must have signed it')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_HELP)
    .action(lazyAction(async () => (await import('../actions/drill.ts')).checkDrill));

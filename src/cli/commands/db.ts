import { Command, Option } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const COPY_HELP = `
Copies the SQLite database of a data folder into an empty PostgreSQL database,
whose tables it makes, and compares both by counts and checksums. An interrupted
copy continues where it stopped when it is started again. Stop the server first.
The keys stay in the data folder: afterwards start with the same --data, and
DIPTYCH_DATABASE_URL.

Examples:
  diptych db copy --data ./diptych-data --to postgres://diptych@db/diptych
  DIPTYCH_DATABASE_URL=postgres://diptych@db/diptych diptych db copy --data ./diptych-data --json`;

export function dbCommand(): Command {
  const command = new Command('db').description('The database');
  const part = new Command('copy')
    .description('Copy everything from SQLite to PostgreSQL')
    .option('--data <folder>', 'as for serve')
    .option(
      '--to <url>',
      'postgres://…; with a password in DIPTYCH_DATABASE_URL, or - to read the standard input',
    )
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--json', 'print counts and checksums as JSON')
    .addHelpText('after', COPY_HELP)
    .action(lazyAction(async () => (await import('../actions/db.ts')).copy));
  return command.addCommand(part);
}

const MIGRATE_HELP = `
A server does the same when it starts. Any number may start, or run this, at the
same time: one of them changes the schema, the others wait. Servers of the
previous version keep working meanwhile. diptych doctor tells what would run.

--partition also divides issued_mso and the audit log of PostgreSQL, while
servers use them. It copies both once, so it needs as much disk as they have. If
it is interrupted, run it again.

Examples:
  diptych migrate --data ./diptych-data
  DIPTYCH_DATABASE_URL=postgres://diptych@db/diptych diptych migrate --partition`;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date')
    .option('--data <folder>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--partition', 'divide the large tables on PostgreSQL')
    .option('--json', 'print the migrations that ran as JSON')
    .addHelpText('after', MIGRATE_HELP)
    .action(lazyAction(async () => (await import('../actions/db.ts')).migrate));
}

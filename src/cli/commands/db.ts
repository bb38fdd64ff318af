import { Command, Option } from 'commander';
import { loadSettings } from '../../server/config/load.ts';
import { copyToPostgres, migrateDatabase } from '../../server/database.ts';
import type { CopyProgress } from '../../storage/copy/copy-database.ts';
import { print, progress, SILENT, table } from '../output.ts';
import { secretOption } from '../secret-input.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly to?: string;
  readonly json?: boolean;
}

const said = ({ step, table: name, done, rows }: CopyProgress) =>
  step === 'copy'
    ? `copying ${name}: ${done} of ${rows} rows`
    : `comparing ${name}: table ${done + 1} of ${rows}`;

/** Only an address with a password is treated as a secret. */
function addressOf(to: string, json: boolean): string {
  if (to !== '-' && !URL.parse(to)?.password) return to;
  const instead = 'use DIPTYCH_DATABASE_URL, or --to -';
  return secretOption(to, { option: '--to', what: 'address with its password', instead, json });
}

async function copy({ config, data, to, json = false }: Options): Promise<void> {
  const options = { data, ...(to !== undefined && { 'database.url': addressOf(to, json) }) };
  const settings = loadSettings({ file: config, environment: process.env, options });
  const shown = json ? SILENT : progress();
  try {
    const tables = await copyToPostgres(settings, (at) => shown.at(said(at)));
    const rows = tables.map((one) => [one.table, String(one.rows), one.checksum.slice(0, 16)]);
    print(
      { tables },
      { json },
      () => `${table(['table', 'rows', 'sha-256'], rows)}\nBoth databases are equal.`,
    );
  } finally {
    shown.end();
  }
}

const COPY_HELP = `
Copies the SQLite database of a data folder into an empty PostgreSQL database, whose tables it makes, and compares
both by counts and checksums. A copy that was broken off goes on where it was when it is started again. Stop the server
first. The keys stay in the data folder: start with the same --data afterwards, and DIPTYCH_DATABASE_URL.

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
    .action(copy);
  return command.addCommand(part);
}

const migrationsText = (migrations: readonly string[]) =>
  migrations.length === 0
    ? 'The schema is up to date.'
    : `These migrations ran:\n${migrations.map((name) => `  ${name}`).join('\n')}`;

async function migrate({ config, data, json }: Options): Promise<void> {
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const migrations = await migrateDatabase(settings);
  print({ migrations }, { json: json === true }, () => migrationsText(migrations));
}

const MIGRATE_HELP = `
A server does the same when it starts. Any number may start, or run this, at the same time: one of them changes the
schema, the others wait. Servers of the version before go on working meanwhile. diptych doctor tells what would run.

Examples:
  diptych migrate --data ./diptych-data
  DIPTYCH_DATABASE_URL=postgres://diptych@db/diptych diptych migrate`;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date')
    .option('--data <folder>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--json', 'print the migrations that ran as JSON')
    .addHelpText('after', MIGRATE_HELP)
    .action(migrate);
}

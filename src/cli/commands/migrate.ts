import { Command, Option } from 'commander';
import { loadSettings } from '../../server/config/load.ts';
import { migrateDatabase } from '../../server/database.ts';
import { print } from '../output.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly json?: boolean;
}

const text = (migrations: readonly string[]) =>
  migrations.length === 0
    ? 'The schema is that of this version.'
    : `These migrations ran:\n${migrations.map((name) => `  ${name}`).join('\n')}`;

async function run({ config, data, json }: Options): Promise<void> {
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const migrations = await migrateDatabase(settings);
  print({ migrations }, { json: json === true }, () => text(migrations));
}

const HELP = `
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
    .addHelpText('after', HELP)
    .action(run);
}

import { loadSettings } from '../../server/config/load-settings.ts';
import { copyToPostgres, migrateDatabase } from '../../server/database/database.ts';
import type { CopyProgress } from '../../storage/copy/copy-database.ts';
import { print, progress, SILENT } from '../output.ts';
import { addressOption } from '../secret-input.ts';
import { table } from '../table/table.ts';

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

export async function copy({ config, data, to, json = false }: Options): Promise<void> {
  const options = {
    data,
    ...(to !== undefined && {
      'database.url': addressOption(to, { option: '--to', variable: 'DIPTYCH_DATABASE_URL', json }),
    }),
  };
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

const migrationsText = (migrations: readonly string[]) =>
  migrations.length === 0
    ? 'The schema is up to date.'
    : `These migrations ran:\n${migrations.map((name) => `  ${name}`).join('\n')}`;

export async function migrate({ config, data, json }: Options): Promise<void> {
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const migrations = await migrateDatabase(settings);
  print({ migrations }, { json: json === true }, () => migrationsText(migrations));
}

import { loadSettings } from '../../server/config/load-settings.ts';
import { copyToPostgres, migrateDatabase, partitionDatabase } from '../../server/database/database.ts';
import type { CopyProgress } from '../../storage/copy/copy-database.ts';
import type { DivisionProgress } from '../../storage/postgres/partitions/divide-table.ts';
import { print, progress, SILENT } from '../output.ts';
import { addressOption } from '../secret-input.ts';
import { table } from '../table/table.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly to?: string;
  readonly partition?: boolean;
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

const STEPS: Readonly<Record<DivisionProgress['step'], string>> = {
  prepare: 'making partitions',
  copy: 'copying',
  wait: 'waiting for the end of older transactions',
  compare: 'comparing the copy',
  exchange: 'waiting for the table',
  finish: 'finishing',
};

const dividing = ({ table: name, step, done, blocks }: DivisionProgress) =>
  `${name}: ${STEPS[step]}${done === undefined ? '' : `, ${done} of ${blocks} blocks`}`;

const partitionsText = (partitioned: readonly string[]) =>
  partitioned.length === 0 ? 'The partitions exist already.' : `Divided: ${partitioned.join(', ')}.`;

export async function migrate({ config, data, partition = false, json = false }: Options): Promise<void> {
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const migrations = await migrateDatabase(settings);
  if (!partition) return print({ migrations }, { json }, () => migrationsText(migrations));
  const shown = json ? SILENT : progress();
  try {
    const partitioned = await partitionDatabase(settings, (at) => shown.at(dividing(at)));
    const text = () => `${migrationsText(migrations)}\n${partitionsText(partitioned)}`;
    print({ migrations, partitioned }, { json }, text);
  } finally {
    shown.end();
  }
}

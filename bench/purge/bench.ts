import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Bench } from '../harness/bench.ts';
import type { FigureLine } from '../harness/report.ts';
import { summary } from '../harness/series.ts';
import { newPostgres } from '../load/postgres.ts';
import { openLog } from './log.ts';
import { type Measured, measurePurge, type Times } from './measure.ts';

interface Size {
  readonly entries: number;
  /** How long others write before the purge, in milliseconds. */
  readonly quiet: number;
}

const FULL: Size = { entries: 1_000_000, quiet: 20_000 };
const USUAL: Size = { entries: 300_000, quiet: 10_000 };
const SMALL: Size = { entries: 3000, quiet: 200 };

/** The longest wait of others, in milliseconds. */
const LIMIT = 50;

async function onSqlite(folder: string, size: Size): Promise<Measured> {
  const log = await openLog(join(folder, 'sqlite'), undefined);
  try {
    return await measurePurge(log, { ...size, settle: async () => {} });
  } finally {
    await log.context.close();
  }
}

/** In a database that has grown for years, vacuum and checkpoints of the filling are long past. */
async function settle(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

async function onPostgres(folder: string, size: Size): Promise<Measured> {
  const postgres = await newPostgres();
  try {
    const url = await postgres.newDatabase('purge');
    const log = await openLog(join(folder, 'postgres'), url);
    try {
      return await measurePurge(log, { ...size, settle: () => settle(url) });
    } finally {
      await log.context.close();
    }
  } finally {
    await postgres.stop();
  }
}

function lineOf(group: string, name: string, times: Times): FigureLine {
  const { median, max } = summary(times);
  return { group, name, figures: [times.length, median, max, max / LIMIT] };
}

const linesOf = (group: string, { steps, before, during }: Measured): readonly FigureLine[] => [
  lineOf(group, 'steps of the purge', steps),
  lineOf(group, 'writes by others before', before),
  { ...lineOf(group, 'writes by others during it', during), bound: { goal: 'P5', column: 2, atMost: LIMIT } },
];

export const purgeBench: Bench = async ({ full, small }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  const larger = full ? FULL : USUAL;
  const size = small ? SMALL : larger;
  try {
    const sqlite = await onSqlite(folder, size);
    const postgres = await onPostgres(folder, size);
    return {
      title: 'purge: how long others wait while the audit log is purged',
      unit: 'step',
      notes: [
        `${size.entries} entries, one in five with details, in seals of at most 500; a step deletes one seal, and no step waits for the next round.`,
        'Others of the same process write one entry each. A write takes from the time when it is due until it is committed.',
        'Other work on the machine makes the worst waits longer, also those before the purge: compare the two.',
        `Both databases are in ${tmpdir()}, with every commit on disk.`,
      ],
      rows: [],
      comparisons: [],
      figures: [
        {
          title: 'milliseconds',
          columns: ['number', 'median', 'worst', 'worst : limit'],
          lines: [...linesOf('SQLite', sqlite), ...linesOf('PostgreSQL', postgres)],
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

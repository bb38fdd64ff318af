import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres/start.ts';
import { systemPrograms } from '../../test/support/postgres/system-programs.ts';
import type { Bench } from '../harness/bench.ts';
import { withProcesses } from '../harness/metered-process.ts';
import type { FigureLine } from '../harness/report.ts';
import { summary } from '../harness/series.ts';
import { makeStore, type Place, type Sizes } from './store.ts';
import { type Work, worksOn } from './works.ts';

const SMALL = 10_000;
const USUAL = { credentials: 1_000_000, record: 200, history: 1_000_000 };

/** How much more the same may cost on the larger store. */
const AT_MOST = 1.3;

/** Milliseconds for one unit. */
async function costOf({ prepare, run }: Work): Promise<number> {
  await prepare?.();
  const startedAt = performance.now();
  const units = await run();
  return units < 0 ? -units : (performance.now() - startedAt) / units;
}

/** The same on both stores by turns. Each round begins with the other one. */
async function compare(group: string, works: readonly [Work, Work]): Promise<FigureLine> {
  const [{ name, rounds, warmUps }] = works;
  for (const work of works) for (let left = warmUps; left > 0; left -= 1) await costOf(work);
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const turn of [round % 2, 1 - (round % 2)]) costs[turn]!.push(await costOf(works[turn]!));
  const [small, large] = costs.map((one) => summary(one).median) as [number, number];
  const figures = [small, large, large / small];
  process.stderr.write(
    `bench: ${group}, ${name}: ${figures.map((figure) => figure.toFixed(3)).join(', ')}\n`,
  );
  return { group, name, figures, bound: { goal: 'P7', column: 2, atMost: AT_MOST } };
}

async function measured(group: string, places: readonly [Place, Place], sizes: Sizes) {
  return withProcesses(async (processes) => {
    const small = await worksOn(await makeStore(processes, places[0], { ...sizes, credentials: SMALL }));
    const large = await worksOn(await makeStore(processes, places[1], sizes));
    const lines: FigureLine[] = [];
    for (const work of small) {
      const other = large.find(({ name }) => name === work.name);
      if (other) lines.push(await compare(group, [work, other]));
      else process.stderr.write(`bench: ${group}, ${work.name}: left out, the disk has no room for it\n`);
    }
    return lines;
  });
}

async function onPostgres(folder: string, sizes: Sizes): Promise<readonly FigureLine[]> {
  const programs = systemPrograms();
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB' };
  const server = await startPostgres({ settings, ...(programs !== undefined && { programs }) });
  try {
    const placeOf = async (name: string): Promise<Place> => {
      const { Client } = await import('pg');
      const client = new Client({ connectionString: server.url('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return { data: join(folder, name), url: server.url(name) };
    };
    return await measured('PostgreSQL', [await placeOf('small'), await placeOf('large')], sizes);
  } finally {
    await server.stop();
  }
}

export const growthBench: Bench = async (options) => {
  const sizes = { ...USUAL, ...options.stored };
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const placeOf = (name: string): Place => ({ data: join(folder, name), url: undefined });
    const sqlite = options.postgres
      ? []
      : await measured('SQLite', [placeOf('sqlite-small'), placeOf('sqlite-large')], sizes);
    for (const name of ['sqlite-small', 'sqlite-large'])
      rmSync(join(folder, name), { recursive: true, force: true });
    const postgres = await onPostgres(folder, sizes);
    return {
      title: 'growth: the same work on a small and on a large store',
      unit: 'one',
      notes: [
        `${SMALL} credentials, and ${sizes.credentials}, with records and MSOs of ${sizes.record} bytes; a thousand of each store as a server writes them, and the others made of one of those by the database. Requests and entries of the audit log of the newest ${sizes.history}.`,
        'Both stores are measured by turns, so that other work on the machine changes both. PostgreSQL has partitions.',
      ],
      rows: [],
      comparisons: [],
      figures: [
        {
          title: 'milliseconds',
          columns: ['small', 'large', 'large : small'],
          lines: [...sqlite, ...postgres],
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

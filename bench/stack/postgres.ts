import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../harness/report.ts';
import type { Keep } from '../harness/with-folder.ts';
import { newPostgres } from '../load/postgres.ts';
import { measureStack, type Sizes } from './measure.ts';
import { startDiptych } from './servers.ts';
import { UNITS, WINDOWS } from './windows.ts';

/** PostgreSQL may cost 1.6 times the processor time of the server on SQLite. */
const LEAST_BESIDE_SQLITE = 1 / 1.6;

/** Diptych on PostgreSQL, beside Diptych on SQLite. */
export async function besideSqlite(
  folder: string,
  sizes: Sizes,
  rounds: number,
  keep: Keep,
): Promise<Report> {
  const postgres = await newPostgres();
  keep(postgres.stop);
  const folders = ['postgres', 'sqlite'].map((name) => join(folder, name));
  for (const path of folders) mkdirSync(path);
  const url = await postgres.newDatabase('stack');
  const issuers = {
    ours: await startDiptych(folders[0]!, keep, { DIPTYCH_DATABASE_URL: url }),
    peer: await startDiptych(folders[1]!, keep),
  };
  const { ours, peer } = await measureStack(issuers, { names: WINDOWS, sizes, rounds }, keep);
  return {
    title: 'stack: the life of a phone on PostgreSQL, beside SQLite',
    unit: 'one',
    notes: [
      'CPU of the process of Diptych alone, from /proc; PostgreSQL runs on the same machine and is not counted',
    ],
    rows: WINDOWS.flatMap((window) => [
      { group: `one of the ${UNITS[window]}`, name: 'PostgreSQL', cost: ours[window] },
      { group: `one of the ${UNITS[window]}`, name: 'SQLite', cost: peer[window] },
    ]),
    comparisons: WINDOWS.map((window) => ({
      name: `${UNITS[window]}: PostgreSQL : SQLite`,
      ours: ours[window],
      other: peer[window],
      atLeast: LEAST_BESIDE_SQLITE,
    })),
  };
}

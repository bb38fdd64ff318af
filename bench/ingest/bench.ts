import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { parseQuery } from '../../src/conventions/index.ts';
import { isCountry } from '../../src/mediation/countries.ts';
import { DEFAULT_MEDIATION_POLICY } from '../../src/mediation/operation.ts';
import { mediationPanel } from '../../src/mediation/panel.ts';
import { reportDeps } from '../../src/mediation/reports/report-deps.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import type { Bench } from '../harness/bench.ts';
import { measure } from '../harness/measure.ts';
import { CATALOGUE, FIRST_AD_UNIT, groupOf, PUBLISHER } from '../mediation/sample.ts';
import { openFilled } from '../mediation/store.ts';

const ROWS = 2000;
const HOUR = 3_600_000;
const LINES = 10;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry);

/** One row of each country and line in an hour, until there are enough. */
function rowsAt(time: number): readonly object[] {
  const { groupId, lines } = groupOf(0, LINES);
  return Array.from({ length: ROWS }, (_, index) => {
    const { lineId, adSourceId } = lines[index % LINES]!;
    return {
      time: new Date(time).toISOString(),
      adUnitId: FIRST_AD_UNIT,
      mediationGroupId: groupId,
      lineId,
      adSourceId,
      country: COUNTRIES[Math.floor(index / LINES)],
      adRequests: '40',
      matchedRequests: '22',
      impressions: '20',
      clicks: '1',
      revenueMicros: '61234',
      currency: 'USD',
    };
  });
}

/** Inserts rows of the same width, one transaction for each batch, as durable as those of the server. */
function bareInsert(path: string): () => void {
  const raw = new SqliteConnection(path);
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.exec(`create table sums (feed integer, hour integer, key integer, a integer, b integer, c integer, d integer,
    e integer, f integer, g integer, h integer, primary key (feed, hour, key)) without rowid`);
  const insert = raw.prepare('insert into sums values (?, ?, ?, 40, 22, 20, 1, 61234, 0, 0, 0)');
  let hour = 0;
  const batch = raw.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) insert.run(row % LINES, hour, row);
  });
  return () => {
    hour += 60;
    batch();
  };
}

export const ingestBench: Bench = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const { store, statistics, close } = await openFilled(join(folder, 'data'), { groups: 1, lines: LINES });
    const parts = { store, statistics, reports: reportDeps(), catalogue: () => CATALOGUE };
    const panel = mediationPanel({ ...parts, policy: DEFAULT_MEDIATION_POLICY, ...REAL_EFFECTS });
    let batches = 0;
    const ingest = async (rows: readonly object[]) => {
      batches += 1;
      const answer = await panel.call('accounts.statistics.ingest', {
        path: { accountsId: PUBLISHER },
        query: parseQuery(''),
        body: { batchId: `b-${batches}`, source: 'bench', mode: 'ADD', rows },
        caller: { subject: 'bench', publishers: [PUBLISHER], scopes: ['monetization'] },
        requestId: 'bench',
      });
      if (answer.accepted !== ROWS || answer.duplicate) throw new Error('rows were left out');
    };
    const now = REAL_EFFECTS.clock();
    const same = rowsAt(now);
    let hours = 0;
    const nextHour = () => {
      hours = (hours % 9000) + 1;
      return rowsAt(now - hours * HOUR);
    };
    const bare = bareInsert(join(folder, 'bare.sqlite'));
    const measured = await measure(
      {
        'bare INSERT': { makes: ROWS, run: bare },
        'ingest into existing sums': { makes: ROWS, run: () => ingest(same) },
        'ingest into new hours': { makes: ROWS, run: () => ingest(nextHour()) },
      },
      rounds,
    );
    await close();
    const comparison = (name: 'ingest into existing sums' | 'ingest into new hours') => ({
      name: `${name} : bare INSERT`,
      ours: measured[name],
      other: measured['bare INSERT'],
    });
    return {
      title: 'ingest: rows of statistics beside a bare INSERT of the same rows',
      unit: 'row',
      notes: [
        `Batches of ${ROWS} rows in one transaction, on SQLite with synchronous = FULL; 1,000,000 divided by µs is rows a second and core.`,
        'Ingest checks each row, adds it up, and writes the sum of its hour and of its day; the bare INSERT writes one row.',
      ],
      rows: Object.entries(measured).map(([name, cost]) => ({ group: 'without HTTP', name, cost })),
      comparisons: [comparison('ingest into existing sums'), comparison('ingest into new hours')],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

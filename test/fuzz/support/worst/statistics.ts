import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { diptych } from '../../../support/cli.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { APPLOVIN, adUnitId, fragment, PUBLISHER } from '../contents.ts';
import type { Stage } from '../stage.ts';

const DAY = 86_400_000;
const ACCOUNT = `/v1beta/accounts/${PUBLISHER}`;
const CHARTBOOST = '2873236629771172317';

/** Rows of a batch of a server, and of a device. */
const MOST = { server: 5000, device: 500 };

const timeOf = (daysAgo: number) => `${new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 19)}Z`;

/** In the form of reports. */
export function dateOf(daysAgo: number) {
  const [year, month, day] = timeOf(daysAgo).slice(0, 10).split('-').map(Number);
  return { year, month, day };
}

type RowOf = (index: number, round: number) => object;

const sum = { adSourceId: APPLOVIN, impressions: '1' };

/** Kinds of rows that make much work for the server. Rounds have different rows where that makes more work. */
const ROWS: Readonly<Record<string, RowOf>> = {
  'one ad unit each': (index) => ({ ...sum, time: timeOf(0), adUnitId: adUnitId(index) }),
  'an hour each': (index) => ({ ...sum, time: timeOf(index / 24), adUnitId: adUnitId(0) }),
  'a new version each': (index, round) => ({
    ...sum,
    time: timeOf(0),
    adUnitId: adUnitId(0),
    appVersion: `${round}.${index}`,
    osVersion: `${round}.${index}`,
  }),
  'versions of many days': (index, round) => ({
    ...sum,
    time: timeOf(index % 399),
    adUnitId: adUnitId(0),
    appVersion: `${round}.${index}`,
  }),
  'a mistake each': (index) => ({ ...sum, time: timeOf(0), adUnitId: adUnitId(index), clicks: '-1' }),
};

const rowsOf = (count: number, rowOf: RowOf, round: number) =>
  Array.from({ length: count }, (_, index) => rowOf(index, round));

export interface FullBatch {
  readonly name: string;
  /** Sends the batch; every round is another batch. Returns the rows that were stored. */
  readonly send: (round: number) => Promise<number>;
}

/** The largest batches of statistics that the panels accept from servers and devices. */
export async function fullBatches({ urls, credentials }: Stage): Promise<readonly FullBatch[]> {
  async function post(path: string, body: object, authorization?: string) {
    const response = await fetch(`${urls.panels}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { readonly accepted: number; readonly key: string };
  }
  const { key } = await post(`${ACCOUNT}/apps/${fragment(1)}/servingKeys`, {}, credentials.panels);
  const ingest = async (body: object) =>
    (await post(`${ACCOUNT}/statistics:ingest`, body, credentials.panels)).accepted;
  const replace = {
    dateRange: { startDate: dateOf(398), endDate: dateOf(0) },
    adSourceIds: [APPLOVIN, CHARTBOOST],
  };
  return Object.entries(ROWS).flatMap(([name, rowOf]): readonly FullBatch[] => [
    {
      name: `a batch that adds rows with ${name}`,
      send: (round) => {
        const rows = rowsOf(MOST.server, rowOf, round);
        return ingest({ batchId: `${name.length}-${round}`, source: 'add', mode: 'ADD', rows });
      },
    },
    {
      name: `a batch that replaces 399 days by rows with ${name}`,
      send: (round) => {
        const rows = rowsOf(MOST.server, rowOf, round);
        return ingest({ batchId: `${name.length}-${round}`, source: 'max', mode: 'REPLACE', replace, rows });
      },
    },
    {
      name: `a batch of a device with ${name}`,
      send: async (round) => {
        const rows = rowsOf(MOST.device, rowOf, round);
        return (await post(`/serve/v1/${key}/events`, { batchId: `${name.length}-${round}`, rows })).accepted;
      },
    },
  ]);
}

const DAYS = 10;
const ROWS_OF_DAY = 4000;

/** Imports a file with many rows of many days by command. */
export async function importLargeFile({ urls, credentials }: Stage): Promise<void> {
  const file = join(temporaryFolder('statistics'), 'large.csv');
  const lines = Array.from({ length: DAYS * ROWS_OF_DAY }, (_, index) =>
    [timeOf(2 + (index % DAYS)).slice(0, 10), adUnitId(Math.floor(index / DAYS)), APPLOVIN, 1].join(),
  );
  writeFileSync(file, ['date,adUnitId,adSourceId,impressions', ...lines].join('\n'));
  vi.stubEnv('DIPTYCH_TOKEN', credentials.panels.replace('Bearer ', ''));
  const command = ['mediation', 'statistics', 'import', file, '--source', 'csv', '--base-url', urls.panels];
  const { out, err, exit } = await diptych(...command);
  vi.unstubAllEnvs();
  if (exit !== 0) throw new Error(out + err);
}

import { describe, expect, it } from 'vitest';
import { storedDimensions, storedSums } from '../../../../test/support/stored-statistics.ts';
import { useTestDatabase } from '../../../../test/support/test-database.ts';
import { DAY } from '../../../conventions/time.ts';
import type { WholeNumber } from '../../../conventions/whole-numbers.ts';
import {
  type HourSums,
  type MetricSums,
  MOST_SUM,
  type SlotDaySums,
  type StatisticsBatch,
  type StatisticsDimensions,
  type StatisticsRow,
  type StatisticsStore,
} from '../../../mediation/ports/statistics.ts';
import type { Database } from '../../database.ts';
import { insertRows } from '../../statements.ts';
import { statisticsStore } from './statistics-store.ts';

let store: StatisticsStore;
/** Of another process: it does not know what the first one remembers. */
let otherStore: StatisticsStore;

let database: Database;

useTestDatabase('test', (opened) => {
  database = opened;
  store = statisticsStore(database);
  otherStore = statisticsStore(database);
});

const publisherId = 'pub-1234567890123456';
const NOW = Date.UTC(2026, 2, 10);
const TODAY = NOW / DAY;

const dimensions: StatisticsDimensions = {
  adUnit: '1111111111',
  app: '2222222222',
  platform: 'ANDROID',
  format: 'BANNER',
  mediationGroup: '3333333333',
  line: '4444444444444444',
  country: 'DE',
  osVersion: 'Android 16',
  sdkVersion: '',
  appVersion: '',
  servingRestriction: '',
  currency: 'USD',
};

const NOTHING: MetricSums = {
  adRequests: 0,
  matchedRequests: 0,
  impressions: 0,
  clicks: 0,
  revenueMicros: 0,
  bidRequests: 0,
  bidsInAuction: 0,
  winningBids: 0,
};

interface Given {
  readonly day?: number;
  readonly hour?: number;
  readonly adSourceId?: string;
  readonly impressions?: WholeNumber;
  readonly revenueMicros?: WholeNumber;
  readonly of?: Partial<StatisticsDimensions>;
}

function rowOf({
  day = TODAY,
  hour = 0,
  adSourceId = '5',
  impressions = 1,
  revenueMicros = 0,
  of,
}: Given = {}): HourSums {
  return {
    day,
    hour: (day * DAY) / 60_000 + hour * 60,
    adSourceId,
    dimensions: { ...dimensions, ...of },
    sums: { ...NOTHING, impressions, revenueMicros },
    metrics: 0b10100,
  };
}

let batches = 0;

function batchOf(rows: readonly HourSums[], more: Partial<StatisticsBatch> = {}): StatisticsBatch {
  batches += 1;
  return {
    publisherId,
    source: 'sdk',
    batchId: `batch ${batches}`,
    receivedAt: NOW,
    keptUntil: NOW + 35 * DAY,
    accepted: rows.length,
    rows,
    slots: [],
    ...more,
  };
}

const hoursOf = (firstDay: number, lastDay: number) => ({
  from: (firstDay * DAY) / 60_000,
  before: ((lastDay + 1) * DAY) / 60_000,
});

const replacing = (day: number, more = {}) => ({
  source: 'max',
  replace: { firstDay: day, lastDay: day, hours: hoursOf(day, day), adSourceIds: ['5'], ...more },
});

async function all<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

async function read(unit: 'HOUR' | 'DAY', range = { from: 0, before: 100_000_000 }) {
  const names = new Map((await storedDimensions(store, publisherId)).map((each) => [each.keyNo, each]));
  const rows = [];
  for (const { feedNo, source, adSourceId } of await store.feeds(publisherId))
    for (const { keyNo, time, impressions, revenueMicros } of await storedSums(store, feedNo, unit, range))
      rows.push({ source, adSourceId, time, impressions, revenueMicros, adUnit: names.get(keyNo)!.adUnit });
  return rows;
}

describe('The statistics store', () => {
  it('hours and days are the sums of what was added', async () => {
    await store.ingest(batchOf([rowOf({ impressions: 3, revenueMicros: 500 }), rowOf({ hour: 1 })]));
    await store.ingest(batchOf([rowOf({ impressions: 4, revenueMicros: 700 })]));
    const row = { source: 'sdk', adSourceId: '5', adUnit: '1111111111' };
    const [first, second] = [rowOf().hour, rowOf({ hour: 1 }).hour];
    expect(await read('HOUR')).toEqual([
      { ...row, time: first, impressions: 7, revenueMicros: 1200 },
      { ...row, time: second, impressions: 1, revenueMicros: 0 },
    ]);
    expect(await read('DAY')).toEqual([{ ...row, time: TODAY, impressions: 8, revenueMicros: 1200 }]);
  });

  it('a repeated batch changes nothing and is answered as the first one was', async () => {
    const batch = batchOf([rowOf()], { accepted: 7 });
    expect(await store.ingest(batch)).toEqual({ outcome: 'stored', accepted: 7 });
    expect(await store.ingest({ ...batch, accepted: 1 })).toEqual({ outcome: 'duplicate', accepted: 7 });
    expect(await read('DAY')).toMatchObject([{ impressions: 1 }]);
    expect(await store.ingest({ ...batch, source: 'other' })).toMatchObject({ outcome: 'stored' });
  });

  it('a batch replaces the days and ad sources that it names, of its source only', async () => {
    await store.ingest(batchOf([rowOf({ impressions: 9 })]));
    const two = [rowOf({ impressions: 2 }), rowOf({ day: TODAY - 1, impressions: 5 })];
    await store.ingest(
      batchOf(two, replacing(TODAY - 1, { lastDay: TODAY, hours: hoursOf(TODAY - 1, TODAY) })),
    );
    await store.ingest(batchOf([rowOf({ impressions: 3, of: { country: 'AT' } })], replacing(TODAY)));
    const sums = (await read('DAY')).map(({ source, time, impressions }) => [source, time, impressions]);
    expect(sums).toEqual([
      ['sdk', TODAY, 9],
      ['max', TODAY - 1, 5],
      ['max', TODAY, 3],
    ]);
    expect(await read('HOUR')).toHaveLength(3);
    expect((await store.feeds(publisherId)).map(({ settled }) => settled)).toEqual([false, true]);
    expect(await all(store.settledDays(publisherId, TODAY, TODAY))).toEqual([
      { day: TODAY, adSourceId: '5', source: 'max', metrics: 0b10100 },
    ]);
  });

  it('a batch that names a range of ad units replaces only theirs', async () => {
    const units = ['1000000000', '2000000000', '3000000000'];
    const rows = units.map((adUnit) => rowOf({ of: { adUnit } }));
    await store.ingest(batchOf(rows, replacing(TODAY)));
    const part = replacing(TODAY, { adUnitsFrom: '2000000000', adUnitsBefore: '3000000000' });
    await store.ingest(batchOf([rowOf({ impressions: 8, of: { adUnit: '2500000000' } })], part));
    const sums = (await read('DAY')).map(({ adUnit, impressions }) => [adUnit, impressions]);
    expect(sums).toEqual([
      ['1000000000', 1],
      ['3000000000', 1],
      ['2500000000', 8],
    ]);
  });

  it('rows are read in pages in the order of their time', async () => {
    const countries = Array.from({ length: 1100 }, (_, index) => String(index));
    const rows = countries.flatMap((country) => [0, 1].map((hour) => rowOf({ hour, of: { country } })));
    await store.ingest(batchOf(rows));
    const [{ feedNo } = { feedNo: 0 }] = await store.feeds(publisherId);
    const pages = [];
    const query = { feedNo, unit: 'HOUR', from: 0, before: 1e9, metrics: ['clicks'] } as const;
    for await (const page of store.rows(query)) pages.push(page);
    expect(pages.map((page) => page.length)).toEqual([2000, 200]);
    const keys = pages.flat().map(([time, keyNo]) => time * 10_000 + keyNo);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    expect(await read('HOUR', { from: rowOf({ hour: 1 }).hour, before: 1e9 })).toHaveLength(1100);
  });

  it('rows of single combinations are looked up in the order of their time', async () => {
    const countries = Array.from({ length: 300 }, (_, index) => String(index));
    const rows = countries.flatMap((country) =>
      [0, 1].map((hour) => rowOf({ hour, impressions: Number(country), of: { country } })),
    );
    await store.ingest(batchOf(rows));
    const [{ feedNo } = { feedNo: 0 }] = await store.feeds(publisherId);
    const named = new Map(
      (await storedDimensions(store, publisherId)).map((each) => [each.country, each.keyNo]),
    );
    const sought = countries.filter((country) => Number(country) % 2 === 0);
    const keyNos = sought.map((country) => named.get(country)!);
    const range = { from: rowOf().hour, before: rowOf({ hour: 1 }).hour + 1 };
    const found: StatisticsRow[] = [];
    for await (const page of store.rows({ feedNo, unit: 'HOUR', ...range, metrics: ['impressions'], keyNos }))
      found.push(...page);
    expect(found.map(([time]) => time)).toEqual([
      ...sought.map(() => rowOf().hour),
      ...sought.map(() => rowOf({ hour: 1 }).hour),
    ]);
    const sums = found.map(([, , impressions = 0]) => Number(impressions)).sort((a, b) => a - b);
    expect(sums).toEqual(sought.flatMap((country) => [Number(country), Number(country)]));
    const units = store.dimensions({ publisherId, names: ['country'], adUnit: '1111111111' });
    expect(await all(units)).toHaveLength(300);
    expect(await all(store.dimensions({ publisherId, names: [], adUnit: '2222222222' }))).toEqual([]);
    expect(await store.lastKeyNo(publisherId)).toBe(Math.max(...named.values()));
    expect(await store.lastKeyNo('pub-0000000000000000')).toBe(0);
  });

  it('slots are summed by experiment, day, slot and currency', async () => {
    const slot: SlotDaySums = {
      ...NOTHING,
      experimentId: '6666666666',
      day: TODAY,
      slot: 417,
      currency: 'USD',
      users: 2,
      revenueMicros: 10,
    };
    const { bidRequests: _, bidsInAuction: __, winningBids: ___, ...sums } = { ...NOTHING, ...slot };
    await store.ingest(batchOf([], { slots: [slot, { ...slot, slot: 2 }] }));
    await store.ingest(batchOf([], { slots: [slot] }));
    expect(await all(store.slotSums(publisherId, '6666666666'))).toEqual([
      { ...sums, slot: 2 },
      { ...sums, users: 4, revenueMicros: 20 },
    ]);
    await store.ingest(batchOf([], { slots: [{ ...slot, revenueMicros: 2n ** 53n + 1n }] }));
    expect(await all(store.slotSums(publisherId, '6666666666'))).toEqual([
      { ...sums, slot: 2 },
      { ...sums, users: 6, revenueMicros: 2n ** 53n + 21n },
    ]);
    const large = batchOf([], { slots: [{ ...slot, revenueMicros: MOST_SUM }] });
    expect(await store.ingest(large)).toEqual({ outcome: 'sumTooLarge' });
    expect(await all(store.slotSums(publisherId, '7777777777'))).toEqual([]);
  });

  it('sums are exact up to the most of an int64', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await store.ingest(batchOf([rowOf({ revenueMicros: most - 1 })]));
    await store.ingest(batchOf([rowOf({ revenueMicros: 5, impressions: most })]));
    const sums = { revenueMicros: 2n ** 53n + 3n, impressions: 2n ** 53n };
    for (const unit of ['HOUR', 'DAY'] as const) expect(await read(unit)).toMatchObject([sums]);
    await store.ingest(batchOf([rowOf({ revenueMicros: MOST_SUM - sums.revenueMicros })]));
    expect(await read('DAY')).toMatchObject([{ revenueMicros: MOST_SUM }]);
  });

  it('a batch that would make a larger sum stores nothing, and its id is still free', async () => {
    await store.ingest(batchOf([rowOf({ revenueMicros: MOST_SUM - 5n })]));
    const others = Array.from({ length: 20 }, (_, index) => rowOf({ of: { country: `${100 + index}` } }));
    const before = [await read('HOUR'), await read('DAY')];
    for (const rows of [
      [...others, rowOf({ revenueMicros: 6 })],
      [...others, rowOf({ revenueMicros: MOST_SUM })],
      [...others, rowOf({ hour: 1, revenueMicros: MOST_SUM }), rowOf({ hour: 2, revenueMicros: 1 })],
    ])
      expect(await store.ingest(batchOf(rows, { batchId: 'large' }))).toEqual({ outcome: 'sumTooLarge' });
    expect([await read('HOUR'), await read('DAY')]).toEqual(before);
    const sent = batchOf([rowOf({ revenueMicros: 5 })], { batchId: 'large' });
    expect(await store.ingest(sent)).toEqual({ outcome: 'stored', accepted: 1 });
  });

  it('after 1000 versions of a day, further ones are stored as other', async () => {
    const rows = Array.from({ length: 1003 }, (_, index) => rowOf({ of: { appVersion: `1.0.${index}` } }));
    await store.ingest(batchOf(rows.slice(0, 600)));
    await store.ingest(batchOf(rows.slice(600)));
    await store.ingest(batchOf(rows.slice(0, 1)));
    const versions = (await storedDimensions(store, publisherId)).map(({ appVersion }) => appVersion);
    expect(versions).toHaveLength(1001);
    expect(versions.at(-1)).toBe('other');
    const sums = (await read('DAY')).map(({ impressions }) => impressions);
    expect([sums[0], sums[1], sums.at(-1)]).toEqual([2, 1, 3]);
  });

  it('two processes store the same 1000 versions of a day by name', async () => {
    const versions = (first: number, last: number) =>
      Array.from({ length: last - first }, (_, index) =>
        rowOf({ of: { appVersion: `1.0.${first + index}` } }),
      );
    await store.ingest(batchOf(versions(0, 600)));
    await otherStore.ingest(batchOf(versions(300, 1100)));
    await store.ingest(batchOf(versions(0, 1100)));
    await store.ingest(batchOf([rowOf({ day: TODAY - 1, of: { appVersion: '1.0.1050' } })]));
    const named = new Map((await storedDimensions(store, publisherId)).map((each) => [each.keyNo, each]));
    const sums = new Map<string, WholeNumber>();
    for (const { feedNo } of await store.feeds(publisherId))
      for (const row of await storedSums(store, feedNo, 'DAY'))
        sums.set(`${row.time - TODAY} ${named.get(row.keyNo)?.appVersion}`, row.impressions);
    expect(sums.size).toBe(1002);
    expect([sums.get('0 1.0.0'), sums.get('0 1.0.300'), sums.get('0 1.0.999')]).toEqual([2, 3, 2]);
    expect([sums.get('0 other'), sums.get('-1 1.0.1050')]).toEqual([200, 1]);
  });

  it('a source is daily if it sent on four days in a row', async () => {
    for (const [source, days] of [
      ['max', [0, 1, 2, 3]],
      ['sdk', [0, 2, 3, 4]],
    ] as const)
      for (const day of days) await store.ingest(batchOf([rowOf()], { source, receivedAt: NOW + day * DAY }));
    expect(await store.sources(publisherId)).toEqual([
      { source: 'max', lastAt: NOW + 3 * DAY, daily: true },
      { source: 'sdk', lastAt: NOW + 4 * DAY, daily: false },
    ]);
  });

  it('of more sources than are read, none is told to have stopped', async () => {
    const days = Array.from({ length: 12_000 }, (_, index) => ({
      publisher_id: publisherId,
      source: `source-${Math.floor(index / 30)}`,
      day: TODAY - (index % 30),
      last_at: NOW - (index % 30) * DAY,
    }));
    await database.write((db) => insertRows(db, 'statistics_arrival', days));
    const told = await store.sources(publisherId);
    expect(told.length).toBeGreaterThan(300);
    expect(told.filter(({ lastAt }) => lastAt !== NOW)).toEqual([]);
  });

  it('the sweep deletes what is past its time, and nothing else', async () => {
    await store.ingest(batchOf([rowOf({ day: TODAY - 800 }), rowOf({ day: TODAY - 100 }), rowOf()]));
    await store.ingest(batchOf([rowOf({ day: TODAY - 800 })], replacing(TODAY - 800)));
    const retention = {
      now: NOW,
      firstHour: rowOf({ day: TODAY - 90 }).hour,
      firstDay: TODAY - 760,
      experimentsBefore: NOW,
    };
    expect(await store.sweep(retention)).toBe(3 + 2 + 1 + 1 + 1);
    expect((await read('HOUR')).map(({ time }) => time)).toEqual([rowOf().hour]);
    expect((await read('DAY')).map(({ time }) => time)).toEqual([TODAY - 100, TODAY]);
    expect(await all(store.settledDays(publisherId, 0, TODAY))).toEqual([]);
    expect(await store.sweep(retention)).toBe(0);
  });
});

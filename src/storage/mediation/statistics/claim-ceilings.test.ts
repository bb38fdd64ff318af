import { beforeEach, describe, expect, it } from 'vitest';
import { storedSums } from '../../../../test/support/stored-statistics.ts';
import { useTestDatabase } from '../../../../test/support/test-database.ts';
import { DAY } from '../../../conventions/time.ts';
import { METRICS, type MetricSums, type StatisticsStore } from '../../../mediation/ports/statistics.ts';
import { statisticsStore } from './statistics-store.ts';

/** Those of two processes. */
let stores: readonly [StatisticsStore, StatisticsStore];
/** Transactions of both. */
let writes = 0;

useTestDatabase('file', (database) => {
  const counting: typeof database = {
    ...database,
    write: (use) => {
      writes += 1;
      return database.write(use);
    },
  };
  stores = [statisticsStore(counting), statisticsStore(counting)];
});

/** Of each test. */
let publisherId = '';
let publishers = 0;
beforeEach(() => {
  publishers += 1;
  publisherId = `pub-${publishers}`;
});

const NOW = Date.UTC(2026, 2, 10);
const TODAY = NOW / DAY;
const NO_SUMS = Object.fromEntries(METRICS.map((metric) => [metric, 0])) as unknown as MetricSums;

interface Sent {
  readonly id: number | string;
  readonly rows?: number;
  readonly micros?: number;
  readonly most?: number;
  readonly day?: number;
  readonly keyId?: string;
}

/** A batch of the devices of a key that counts the impressions of its rows in an hour of its own. */
const batchOf = ({ id, rows = 1, micros = 0, most = 1000, day = TODAY, keyId = 'k' }: Sent) => ({
  publisherId,
  source: 'device',
  batchId: String(id),
  receivedAt: NOW,
  keptUntil: NOW + 35 * DAY,
  accepted: rows,
  rows: [
    {
      day: TODAY,
      hour: (TODAY * DAY) / 60_000 + 60 * (Number(id) || 0),
      adSourceId: '5',
      dimensions: {
        adUnit: '1111111111',
        app: '',
        platform: '',
        format: '',
        mediationGroup: '',
        line: '',
        country: '',
        osVersion: '',
        sdkVersion: '',
        appVersion: '',
        servingRestriction: '',
        currency: 'USD',
      },
      sums: { ...NO_SUMS, impressions: rows },
      metrics: 0b100,
    },
  ],
  slots: [],
  ceiling: {
    keyId: `${publisherId} ${keyId}`,
    day,
    rows,
    revenueMicros: micros,
    mostRows: most,
    mostRevenueMicros: 1_000_000,
  },
});

async function impressions(): Promise<number> {
  let sum = 0;
  for (const { feedNo } of await stores[0].feeds(publisherId))
    for (const row of await storedSums(stores[0], feedNo, 'HOUR')) sum += Number(row.impressions);
  return sum;
}

const outcomeOf = async (sent: Sent, process: 0 | 1 = 0) =>
  (await stores[process].ingest(batchOf(sent))).outcome;

describe('The daily ceiling of a key', () => {
  it('a batch above it stores nothing, not even its id, so it can be sent on the next day', async () => {
    expect(await outcomeOf({ id: 1, rows: 2, most: 3 })).toBe('stored');
    expect(await outcomeOf({ id: 2, rows: 2, most: 3 })).toBe('overCeiling');
    expect(await outcomeOf({ id: 2, rows: 2, most: 3, day: TODAY + 1 })).toBe('stored');
    expect(await impressions()).toBe(4);
  });

  it('rows and revenue each have one', async () => {
    expect(await outcomeOf({ id: 1, micros: 600_000 })).toBe('stored');
    expect(await outcomeOf({ id: 2, micros: 600_000 })).toBe('overCeiling');
    expect(await outcomeOf({ id: 3, micros: 400_000 })).toBe('stored');
  });

  it('one process reaches it exactly, in batches of any size', async () => {
    let stored = 0;
    for (let id = 1; stored < 200; id += 1) {
      const rows = Math.min(1 + 3 * (id % 7), 200 - stored);
      expect(await outcomeOf({ id, rows, most: 200 })).toBe('stored');
      stored += rows;
    }
    expect(await outcomeOf({ id: 'more', most: 200 })).toBe('overCeiling');
  });

  it('it is of one key', async () => {
    expect(await outcomeOf({ id: 1, rows: 3, most: 3 })).toBe('stored');
    expect(await outcomeOf({ id: 2, rows: 3, most: 3, keyId: 'other' })).toBe('stored');
  });

  it('a batch that comes again takes nothing, and is known above the ceiling too', async () => {
    expect(await outcomeOf({ id: 1, rows: 2, most: 4 })).toBe('stored');
    expect(await outcomeOf({ id: 1, rows: 2, most: 4 })).toBe('duplicate');
    expect(await outcomeOf({ id: 2, rows: 2, most: 4 })).toBe('stored');
    expect(await outcomeOf({ id: 1, rows: 2, most: 4 })).toBe('duplicate');
    expect(await outcomeOf({ id: 3, rows: 2, most: 4 })).toBe('overCeiling');
  });

  it('two processes together never exceed it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, id) => outcomeOf({ id, most: 40 }, id % 2 === 0 ? 0 : 1)),
    );
    const stored = outcomes.filter((outcome) => outcome === 'stored').length;
    expect(stored).toBeLessThanOrEqual(40);
    expect(stored).toBeGreaterThan(30);
    expect(await impressions()).toBe(stored);
  });

  it('a key that sends much reserves for many batches at once', async () => {
    writes = 0;
    for (let id = 1; id <= 50; id += 1) await outcomeOf({ id, most: 1_000_000 });
    expect(writes).toBeLessThan(50 + 10);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../src/mediation/reports/metric-values.ts';
import type { Dimension } from '../../../src/mediation/reports/report-dimensions.ts';
import { property } from '../../support/runs.ts';
import { type SentRow, store } from '../http/support/statistics.ts';
import { DAY, useFilesWorld } from './support/files-world.ts';

const world = useFilesWorld();

/** Days before now. Files are made of those that ended a week ago. */
const ages = fc.integer({ min: 0, max: 24 });

const sum = fc.oneof(
  { weight: 4, arbitrary: fc.nat(9_999_999) },
  { weight: 1, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER) },
);

const row = fc.record(
  {
    age: ages,
    adSourceId: fc.constantFrom('5', '6', ''),
    country: fc.constantFrom('DE', 'AT', ''),
    line: fc.constantFrom('1', '2'),
    currency: fc.constantFrom('USD', 'EUR', 'GBP'),
    adRequests: sum,
    impressions: sum,
    clicks: sum,
    revenueMicros: sum,
  },
  { requiredKeys: ['age', 'adSourceId', 'country', 'line', 'currency'] },
);

const batch = fc.record({
  source: fc.constantFrom('sdk', 'max', 'other'),
  rows: fc.array(row, { minLength: 1, maxLength: 8 }),
  /** The batch replaces so many days from its oldest row. */
  replaces: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
});

const TIMES = [[], ['DATE'], ['WEEK'], ['MONTH']] as const;
const OTHERS: readonly Dimension[] = ['AD_SOURCE', 'COUNTRY', 'AD_SOURCE_INSTANCE', 'FORMAT'];
const METRICS: readonly Metric[] = [
  'AD_REQUESTS',
  'IMPRESSIONS',
  'CLICKS',
  'ESTIMATED_EARNINGS',
  'IMPRESSION_CTR',
];

/** Filters and other time zones can lead to reports of the database alone. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const spec = fc.record({
  time: fc.constantFrom(...TIMES),
  others: fc.subarray([...OTHERS]),
  metrics: fc.subarray([...METRICS], { minLength: 1 }),
  from: fc.integer({ min: 14, max: 26 }),
  currencyCode: fc.constantFrom('EUR', 'USD', 'CHF'),
  country: seldom(fc.constantFrom('DE', 'AT', 'FR')),
  timeZone: seldom(fc.constant('Asia/Tokyo')),
});

type Batch = typeof batch extends fc.Arbitrary<infer Value> ? Value : never;
type Spec = typeof spec extends fc.Arbitrary<infer Value> ? Value : never;

const dateOf = (instant: number) => {
  const date = new Date(instant);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

function specOf({ time, others, metrics, from, currencyCode, country, timeZone }: Spec) {
  const now = world().world.now();
  return {
    dateRange: { startDate: dateOf(now - from * DAY), endDate: dateOf(now) },
    dimensions: [...time, ...others],
    metrics,
    localizationSettings: { currencyCode },
    ...(country && {
      dimensionFilters: [{ dimension: 'COUNTRY' as const, matchesAny: { values: [country] } }],
    }),
    ...(timeZone && { timeZone }),
  };
}

async function send(publisherId: string, { source, rows, replaces }: Batch): Promise<void> {
  const { statistics, now } = world().world;
  const at = (age: number) => now() - age * DAY;
  const oldest = at(Math.max(...rows.map(({ age }) => age)));
  const inRange = ({ age }: { readonly age: number }) =>
    replaces === undefined || at(age) < oldest + replaces * DAY;
  const sent = rows
    .filter(inRange)
    .map(({ age, ...of }): SentRow => ({ ...of, time: new Date(at(age)).toISOString() }));
  const settles = [textOf(oldest), textOf(oldest + (replaces ?? 1) * DAY - DAY)] as const;
  await store(statistics, { publisherId, source, receivedAt: now(), ...(replaces && { settles }) }, sent);
}

async function expectSame(publisherId: string, specs: readonly Spec[]) {
  const { fromDatabase, fromFiles, failures } = world();
  for (const one of specs) {
    const asked = specOf(one);
    expect(await fromFiles(publisherId, asked), JSON.stringify(asked)).toBe(
      await fromDatabase(publisherId, asked),
    );
  }
  expect(failures).toEqual([]);
}

describe('Reports from Parquet files', () => {
  it('a report of files is the report of the database, byte for byte, before and after late and restated batches', async () => {
    const batches = fc.array(batch, { minLength: 1, maxLength: 6 });
    const several = fc.array(spec, { minLength: 3, maxLength: 3 });
    let files = 0;
    await fc.assert(
      fc.asyncProperty(batches, batches, several, async (before, after, specs) => {
        const publisherId = await world().world.publisher();
        for (const one of before) await send(publisherId, one);
        await expectSame(publisherId, specs);
        files += await world().makeFiles();
        await expectSame(publisherId, specs);
        for (const one of after) await send(publisherId, one);
        await expectSame(publisherId, specs);
        files += await world().makeFiles();
        await expectSame(publisherId, specs);
      }),
      property(20),
    );
    expect(files).toBeGreaterThan(100);
  });
});

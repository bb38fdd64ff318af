import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { storedDimensions, storedSums } from '../../../../test/support/stored-statistics.ts';
import { useTestDatabase } from '../../../../test/support/test-database.ts';
import { parseWholeNumber } from '../../../conventions/whole-numbers.ts';
import type { HourSums, StatisticsBatch, StatisticsStore } from '../../../mediation/ports/statistics.ts';
import { statisticsStore } from './statistics-store.ts';

let stores: readonly StatisticsStore[];

useTestDatabase('file', (database) => {
  // Two processes: each has its own cache and its own lanes.
  stores = [statisticsStore(database), statisticsStore(database)];
});

const NOW = Date.UTC(2026, 2, 10);
const FIRST_DAY = 20_000;
const MINUTES = 24 * 60;

const UNITS = ['1000000000', '2000000000'] as const;
const SOURCES = ['5', '6'] as const;
const DAYS = [0, 1, 2] as const;

/** Small numbers, and some that no float holds; the sums of all batches are within an int64. */
const sum = fc
  .oneof({ weight: 3, arbitrary: fc.nat(100).map(BigInt) }, fc.bigInt({ min: 0n, max: 2n ** 57n }))
  .map((value) => parseWholeNumber(String(value)));

const row = fc.record({
  day: fc.constantFrom(...DAYS),
  hour: fc.integer({ min: 0, max: 1 }),
  adSourceId: fc.constantFrom(...SOURCES),
  adUnit: fc.constantFrom(...UNITS),
  impressions: sum,
  revenueMicros: sum,
});

const batch = fc.record({
  id: fc.integer({ min: 0, max: 5 }),
  store: fc.integer({ min: 0, max: 1 }),
  source: fc.constantFrom('sdk', 'max'),
  rows: fc.uniqueArray(row, {
    maxLength: 6,
    selector: ({ day, hour, adSourceId, adUnit }) => `${day} ${hour} ${adSourceId} ${adUnit}`,
  }),
  replaced: fc.option(
    fc.record({
      firstDay: fc.integer({ min: 0, max: 2 }),
      adSourceIds: fc.constantFrom(['5'], ['6'], ['5', '6']),
      adUnitsBefore: fc.option(fc.constant('2000000000'), { nil: undefined }),
      adUnits: fc.option(fc.constantFrom(['1000000000'], ['2000000000'], UNITS), { nil: undefined }),
      continues: fc.option(fc.constantFrom('0', '1', '2'), { nil: undefined, freq: 3 }),
    }),
    { nil: undefined },
  ),
});

type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;
type Batch = typeof batch extends fc.Arbitrary<infer Value> ? Value : never;

type Scope = NonNullable<Batch['replaced']>;
type Cell = Pick<Row, 'day' | 'adSourceId' | 'adUnit'>;

const covers = (replaced: Scope, { day, adSourceId, adUnit }: Cell) =>
  day >= replaced.firstDay &&
  (replaced.adSourceIds as readonly string[]).includes(adSourceId) &&
  ((replaced.adUnits as readonly string[] | undefined)?.includes(adUnit) ?? true) &&
  adUnit < (replaced.adUnitsBefore ?? '~');

const CELLS = DAYS.flatMap((day) =>
  SOURCES.flatMap((adSourceId) => UNITS.map((adUnit): Cell => ({ day, adSourceId, adUnit }))),
);

const haveCommon = (one: Scope, other: Scope) =>
  CELLS.some((cell) => covers(one, cell) && covers(other, cell));

const isSameScope = (one: Scope, other: Scope | undefined) => {
  const textOf = ({ continues: _, ...scope }: Partial<Scope> = {}) => JSON.stringify(scope);
  return textOf(one) === textOf(other);
};

const kept = ({ rows, replaced }: Batch) => (replaced ? rows.filter((each) => covers(replaced, each)) : rows);

function sentOf(publisherId: string, sent: Batch): StatisticsBatch {
  const { id, source, replaced } = sent;
  const rows = kept(sent).map(
    ({ day, hour, adSourceId, adUnit, impressions, revenueMicros }): HourSums => ({
      day: FIRST_DAY + day,
      hour: (FIRST_DAY + day) * MINUTES + hour * 60,
      adSourceId,
      dimensions: {
        adUnit,
        app: '',
        platform: 'IOS',
        format: 'BANNER',
        mediationGroup: '',
        line: '',
        country: '',
        osVersion: '',
        sdkVersion: '',
        appVersion: '',
        servingRestriction: '',
        currency: 'USD',
      },
      sums: {
        adRequests: 0,
        matchedRequests: 0,
        impressions,
        clicks: 0,
        revenueMicros,
        bidRequests: 0,
        bidsInAuction: 0,
        winningBids: 0,
      },
      metrics: 0b10100,
    }),
  );
  const firstDay = FIRST_DAY + (replaced?.firstDay ?? 0);
  const hours = { from: firstDay * MINUTES, before: (FIRST_DAY + 3) * MINUTES };
  return {
    publisherId,
    source,
    batchId: String(id),
    receivedAt: NOW,
    keptUntil: NOW + 1,
    accepted: rows.length,
    replace: replaced && { ...replaced, firstDay, lastDay: FIRST_DAY + 2, hours },
    rows,
    slots: [],
  };
}

/** The plain model: a list of rows for each kind of batch and source. */
class Model {
  #stored: Batch[] = [];
  #rows: (Row & { readonly of: string })[] = [];

  apply(sent: Batch): void {
    const { id, source, replaced } = sent;
    const named = (wanted: string) =>
      this.#stored.find((each) => each.source === source && String(each.id) === wanted);
    const of = `${source} ${replaced !== undefined}`;
    if (replaced?.continues && !isSameScope(replaced, named(replaced.continues)?.replaced)) return;
    if (named(String(id))) return;
    if (replaced && replaced.continues === undefined) {
      this.#rows = this.#rows.filter((each) => each.of !== of || !covers(replaced, each));
      this.#stored = this.#stored.filter(
        (each) => each.source !== source || !each.replaced || !haveCommon(each.replaced, replaced),
      );
    }
    this.#stored.push(sent);
    this.#rows.push(...kept(sent).map((each) => ({ ...each, of })));
  }

  sums(unit: 'HOUR' | 'DAY'): Readonly<Record<string, string>> {
    const sums = new Map<string, [bigint, bigint]>();
    for (const { of, day, hour, adSourceId, adUnit, impressions, revenueMicros } of this.#rows) {
      const time = unit === 'DAY' ? FIRST_DAY + day : (FIRST_DAY + day) * MINUTES + hour * 60;
      const name = `${of} ${adSourceId} ${time} ${adUnit}`;
      const [count, money] = sums.get(name) ?? [0n, 0n];
      sums.set(name, [count + BigInt(impressions), money + BigInt(revenueMicros)]);
    }
    return Object.fromEntries([...sums].map(([name, [count, money]]) => [name, `${count} ${money}`]));
  }
}

async function sumsOf(publisherId: string, unit: 'HOUR' | 'DAY') {
  const [store] = stores as [StatisticsStore];
  const units = new Map<number, string>();
  for (const { keyNo, adUnit } of await storedDimensions(store, publisherId)) units.set(keyNo, adUnit);
  const sums: Record<string, string> = {};
  for (const { feedNo, source, settled, adSourceId } of await store.feeds(publisherId))
    for (const { time, keyNo, impressions, revenueMicros } of await storedSums(store, feedNo, unit))
      sums[`${source} ${settled} ${adSourceId} ${time} ${units.get(keyNo)}`] =
        `${impressions} ${revenueMicros}`;
  return sums;
}

let publishers = 0;
const nextPublisher = () => {
  publishers += 1;
  return `pub-${String(publishers).padStart(16, '0')}`;
};

describe('Any batches in any order', () => {
  it('repeated ADD and REPLACE batches, of two processes, give the sums of a plain model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
        const publisherId = nextPublisher();
        const model = new Model();
        for (const sent of batches) {
          model.apply(sent);
          await stores[sent.store]!.ingest(sentOf(publisherId, sent));
        }
        for (const unit of ['HOUR', 'DAY'] as const)
          expect(await sumsOf(publisherId, unit)).toEqual(model.sums(unit));
      }),
      { numRuns: runs(60) },
    );
  });

  it('batches that two processes store at the same time are all counted, and repeated ones once', async () => {
    const publisherId = nextPublisher();
    const model = new Model();
    const batches = Array.from({ length: 24 }, (_, index): Batch => {
      const same = { day: DAYS[index % 2]!, hour: 0, adSourceId: '5', adUnit: '1000000000' } as const;
      const rows = [{ ...same, impressions: index, revenueMicros: index * 1000 }];
      return { id: index % 20, store: index % 2, source: 'sdk', rows, replaced: undefined };
    });
    for (const sent of batches.slice(0, 20)) model.apply(sent);
    const outcomes = await Promise.all(
      batches.map((sent) => stores[sent.store]!.ingest(sentOf(publisherId, batches[sent.id]!))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(4);
    expect(await sumsOf(publisherId, 'DAY')).toEqual(model.sums('DAY'));
  });
});

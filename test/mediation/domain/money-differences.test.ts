import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/http/operations/metrics.ts';
import type { CurrentRates } from '../../../src/mediation/reports/currency-conversion.ts';
import { Rates } from '../../../src/mediation/reports/currency-conversion.ts';
import { moneyDifferences } from '../../../src/mediation/statistics/money-differences.ts';
import { observeMoney } from '../../../src/server/observe/conditions.ts';
import { moneyRound } from '../../../src/server/rounds/money-round.ts';
import { type SentRow, store } from '../http/support/statistics.ts';
import { APPLOVIN, CHARTBOOST, DAY } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const dayAgo = (days: number) => new Date(world().now() - days * DAY).toISOString().slice(0, 10);
const NO_RATES: CurrentRates = () => new Rates([], 'EUR');

interface Money {
  readonly dollars: number;
  readonly daysAgo?: number;
  readonly currency?: string;
  readonly adSourceId?: string;
}

const rowOf = ({ dollars, daysAgo = 2, currency = 'USD', adSourceId = APPLOVIN }: Money): SentRow => ({
  time: `${dayAgo(daysAgo)}T12:00:00Z`,
  adSourceId,
  currency,
  revenueMicros: dollars * 1_000_000,
});

/** A publisher to which devices sent one amount, and for which a network settled another one. */
async function publisherWith(sent: readonly Money[], settled: readonly Money[], source = 'device') {
  const { statistics } = world();
  const publisherId = await world().publisher();
  await store(statistics, { publisherId, source }, sent.map(rowOf));
  const settles = [dayAgo(2), dayAgo(2)] as const;
  await store(statistics, { publisherId, source: 'max', settles }, settled.map(rowOf));
  return publisherId;
}

async function found(publisherId: string, rates = NO_RATES) {
  const publisher = await world().store.read((reader) => reader.publisher(publisherId));
  const differences = await moneyDifferences(world().statistics, rates(), publisher!, world().now());
  return differences.map(({ adSourceId, estimatedMicros, settledMicros, currencyCode }) => [
    adSourceId,
    Number(estimatedMicros) / 1_000_000,
    Number(settledMicros) / 1_000_000,
    currencyCode,
  ]);
}

describe('Revenue of devices and settled revenue', () => {
  it.each([
    [131, 100, true],
    [130, 100, false],
    [70, 100, false],
    [69, 100, true],
    [100, 0, true],
    [0, 100, true],
    [9, 1, false],
  ])('devices sent %d dollars, the network settled %d: alarm %s', async (sent, settled, alarm) => {
    const publisher = await publisherWith([{ dollars: sent }], [{ dollars: settled }]);
    expect(await found(publisher)).toEqual(alarm ? [[APPLOVIN, sent, settled, 'USD']] : []);
  });

  it('only days and ad sources that are settled are compared, of the last 7 days', async () => {
    const publisher = await publisherWith(
      [
        { dollars: 100 },
        { dollars: 500, daysAgo: 1 },
        { dollars: 500, daysAgo: 9 },
        { dollars: 500, adSourceId: CHARTBOOST },
      ],
      [{ dollars: 100 }],
    );
    expect(await found(publisher)).toEqual([]);
  });

  it('what relays estimated counts with what devices did', async () => {
    const publisher = await publisherWith([{ dollars: 40 }], [{ dollars: 100 }]);
    expect(await found(publisher)).toHaveLength(1);
    const relayed = [rowOf({ dollars: 60 })];
    await store(world().statistics, { publisherId: publisher, source: 'relay' }, relayed);
    expect(await found(publisher)).toEqual([]);
  });

  it('a publisher whose devices send nothing has no alarm', async () => {
    expect(await found(await publisherWith([{ dollars: 500 }], [{ dollars: 100 }], 'sdk'))).toEqual([]);
  });

  it('amounts of several currencies are compared in US dollars, if all rates are known', async () => {
    const publisher = await publisherWith([{ dollars: 100, currency: 'EUR' }], [{ dollars: 150 }]);
    expect(await found(publisher)).toEqual([]);
    const rateOf = (rate: string) => () => new Rates([{ date: dayAgo(2), currency: 'USD', rate }], 'EUR');
    expect(await found(publisher, rateOf('1.25'))).toEqual([]);
    expect(await found(publisher, rateOf('2'))).toEqual([[APPLOVIN, 200, 150, 'USD']]);
  });
});

describe('The round that compares revenue', () => {
  it('counts and logs the ad sources of all publishers once a day', async () => {
    const publisher = await publisherWith([{ dollars: 200 }], [{ dollars: 100 }]);
    const lines: string[] = [];
    const metrics = createMetrics();
    const observe = observeMoney(pino({}, { write: (line: string) => void lines.push(line) }), metrics);
    let now = world().now();
    const { store: entities, statistics } = world();
    const round = moneyRound({ store: entities, statistics, rates: NO_RATES, clock: () => now, observe });
    expect(await round()).toBe(true);
    const count = (await metrics.moneyDifferences.get()).values[0]?.value ?? 0;
    expect(count).toBeGreaterThanOrEqual(1);
    expect(lines).toHaveLength(count);
    const line = lines.map((text) => JSON.parse(text)).find((each) => each.publisherId === publisher);
    expect(line).toMatchObject({
      level: 40,
      adSourceId: APPLOVIN,
      msg: 'devices sent revenue that differs from the settled one',
    });
    expect(await round()).toBe(false);
    now += DAY;
    expect(await round()).toBe(true);
  });

  it('compares the other publishers although it fails for one', async () => {
    const [broken, publisher] = [
      await publisherWith([{ dollars: 200 }], [{ dollars: 100 }]),
      await publisherWith([{ dollars: 200 }], [{ dollars: 100 }]),
    ];
    const { store: entities, statistics } = world();
    const failing = {
      ...statistics,
      publishersOf: async () => [broken, publisher],
      feeds: async (id: string) => {
        if (id === broken) throw new Error('a broken row');
        return statistics.feeds(id);
      },
    };
    const observed: string[] = [];
    const round = moneyRound({
      store: entities,
      statistics: failing,
      rates: NO_RATES,
      clock: () => world().now(),
      observe: (differences) => observed.push(...differences.map(({ publisherId }) => publisherId)),
    });
    await expect(round()).rejects.toThrow('a broken row');
    expect(observed).toEqual([publisher]);
  });
});

import type { Publisher } from '../ports/entities.ts';
import { type Feed, metricBit, type StatisticsStore } from '../ports/statistics.ts';
import { dividedHalfEven, MONEY_SCALE, type Rates } from '../reports/currency-conversion.ts';
import { SettledDays } from '../reports/settled-days.ts';
import { binsOf, dayText } from './days.ts';
import { DEVICE_SOURCE } from './sources.ts';

/** What devices estimated for an ad source differs too much from what the network settled. */
export interface MoneyDifference {
  readonly adSourceId: string;
  /** Micros of the currency, on the days that are settled. */
  readonly estimatedMicros: bigint;
  readonly settledMicros: bigint;
  /** ISO 4217 */
  readonly currencyCode: string;
}

/** The last full days that are compared. Networks settle a day later. */
const DAYS = 7;

/** Differences up to 30 % of the settled revenue are usual: networks correct their estimates. */
const MOST_PERCENT = 30n;

/** Less money of both, in units of the currency, says nothing. */
const LEAST_MICROS = 10_000_000n;

const REVENUE = metricBit('revenueMicros');

type Reading = Pick<StatisticsStore, 'feeds' | 'dimensions' | 'rows' | 'settledDays'>;

/** Micros by day and currency, as `day currency`. */
type Money = Map<string, bigint>;

/** The currencies of all combinations, at the place of their number. */
async function currenciesOf(store: Reading, publisherId: string): Promise<readonly string[]> {
  const currencies: string[] = [];
  for await (const page of store.dimensions({ publisherId, names: ['currency'] }))
    for (const [keyNo, , currency] of page) currencies[keyNo] = currency!;
  return currencies;
}

interface Days {
  readonly first: number;
  readonly last: number;
  readonly settled: SettledDays;
}

/** Adds up the revenue of a feed on settled days. Of several settled feeds, reports show the first one. */
async function addMoney(store: Reading, feed: Feed, days: Days, currencies: readonly string[], money: Money) {
  const { feedNo, adSourceId } = feed;
  const isSettled = (day: number) => (days.settled.metricsOf(adSourceId, day) & REVENUE) !== 0;
  const isCounted = (day: number) => !feed.settled || (days.settled.countedOf(feed, day) & REVENUE) !== 0;
  const range = { feedNo, unit: 'DAY', from: days.first, before: days.last + 1 } as const;
  for await (const page of store.rows({ ...range, metrics: ['revenueMicros'] }))
    for (const [time, keyNo, revenueMicros = 0] of page) {
      if (revenueMicros === 0 || !isSettled(time) || !isCounted(time)) continue;
      const name = `${time} ${currencies[keyNo] ?? ''}`;
      money.set(name, (money.get(name) ?? 0n) + BigInt(revenueMicros));
    }
}

/** The sum in a currency; undefined if a rate is missing. */
function sumIn(to: string, money: Money, rates: Rates): bigint | undefined {
  let sum = 0n;
  for (const [name, micros] of money) {
    const [day, from = ''] = name.split(' ');
    const converted = rates.converted(micros, { from, to, day: dayText(Number(day)) });
    if (converted === undefined) return undefined;
    sum += converted;
  }
  return dividedHalfEven(sum, MONEY_SCALE);
}

function differenceOf(adSourceId: string, estimated: Money, settled: Money, rates: Rates) {
  const used = new Set([...estimated.keys(), ...settled.keys()].map((name) => name.split(' ')[1]!));
  const currencyCode = used.size === 1 ? [...used][0]! : 'USD';
  const estimatedMicros = sumIn(currencyCode, estimated, rates);
  const settledMicros = sumIn(currencyCode, settled, rates);
  if (estimatedMicros === undefined || settledMicros === undefined) return undefined;
  if (estimatedMicros < LEAST_MICROS && settledMicros < LEAST_MICROS) return undefined;
  const gap = estimatedMicros - settledMicros;
  if ((gap < 0n ? -gap : gap) * 100n <= settledMicros * MOST_PERCENT) return undefined;
  return { adSourceId, estimatedMicros, settledMicros, currencyCode };
}

/**
 * The ad sources for which devices send revenue that differs by more than 30 % from the settled one. What
 * relays estimated for the same ad source counts with it, because the network settles both.
 */
export async function moneyDifferences(
  store: Reading,
  rates: Rates,
  { publisherId, reportingTimeZone }: Publisher,
  now: number,
): Promise<readonly MoneyDifference[]> {
  const feeds = (await store.feeds(publisherId)).filter(({ metrics }) => (metrics & REVENUE) !== 0);
  const byAdSource = [...Map.groupBy(feeds, ({ adSourceId }) => adSourceId)].filter(([, ofAdSource]) =>
    ofAdSource.some(({ source }) => source === DEVICE_SOURCE),
  );
  if (byAdSource.length === 0) return [];
  const last = binsOf(reportingTimeZone)(now).day - 1;
  const first = last - DAYS + 1;
  const settled = new SettledDays();
  let hasRevenue = false;
  for await (const page of store.settledDays(publisherId, first, last))
    for (const day of page) {
      settled.add(day);
      hasRevenue ||= (day.metrics & REVENUE) !== 0;
    }
  if (!hasRevenue) return [];
  const days: Days = { first, last, settled };
  const currencies = await currenciesOf(store, publisherId);
  const differences: MoneyDifference[] = [];
  for (const [adSourceId, ofAdSource] of byAdSource) {
    const money = { estimated: new Map<string, bigint>(), settled: new Map<string, bigint>() };
    for (const feed of ofAdSource)
      await addMoney(store, feed, days, currencies, feed.settled ? money.settled : money.estimated);
    const difference = differenceOf(adSourceId, money.estimated, money.settled, rates);
    if (difference) differences.push(difference);
  }
  return differences;
}

import { setImmediate } from 'node:timers/promises';
import { ConflictError } from '../../conventions/errors.ts';
import { RunAll } from '../../conventions/run-all.ts';
import { HOUR } from '../../conventions/time.ts';
import { fullDaysBetween } from '../experiment/analysis/full-days.ts';
import type { Publisher } from '../ports/entities.ts';
import type { ObservedPrices } from '../ports/serving.ts';
import { MOST_SUM } from '../ports/statistics.ts';
import type { CountedPublisher } from '../ports/store.ts';
import { makeReport, type ReportParts } from '../reports/make-report.ts';
import { METRICS } from '../reports/metric-values.ts';
import { dayNumber, dayText } from '../statistics/days.ts';
import { DEVICE_SOURCE } from '../statistics/sources.ts';

/** Publishers that are read at once. */
const PAGE = 200;

const DAYS = 7;
const LEAST_IMPRESSIONS = 1000;

/** Prices are rounded to US cents, so that snapshots change only if a price does. */
const CENT = 10_000n;

/** Prices of one publisher. Those with the most impressions are kept. */
const MOST_PRICES = 20_000;

/** Only these are in snapshots. */
const REGION = /^(?:[A-Z]{2}|\d{3})$/;

function dateOf(day: number) {
  const [year = 0, month = 0, date = 0] = dayText(day).split('-').map(Number);
  return { year, month, day: date };
}

interface Counted {
  readonly lineId: string;
  readonly country: string;
  readonly impressions: number;
  readonly revenueMicros: bigint;
}

/**
 * The statistics without those of devices: anybody can claim to be one, and a price decides which line every device tries
 * first.
 */
const ofPublisher = ({ statistics, ...parts }: ReportParts): ReportParts => ({
  ...parts,
  statistics: {
    ...statistics,
    feeds: async (publisherId) =>
      (await statistics.feeds(publisherId)).filter(({ source }) => source !== DEVICE_SOURCE),
  },
});

/** What each line earned in each country; revenue that cannot be converted to US dollars is left out. */
async function counted(parts: ReportParts, publisher: Publisher, last: number): Promise<readonly Counted[]> {
  const spec = {
    dateRange: { startDate: dateOf(last - DAYS + 1), endDate: dateOf(last) },
    dimensions: ['AD_SOURCE_INSTANCE', 'COUNTRY'],
    metrics: ['IMPRESSIONS', 'ESTIMATED_EARNINGS'],
    localizationSettings: { currencyCode: 'USD' },
  } as const;
  const { rows } = await makeReport(ofPublisher(parts), { spec, publisher, ownNetwork: false });
  return rows.flatMap(({ dimensions: [lineId, country = ''], sums }) => {
    const micros = METRICS.ESTIMATED_EARNINGS.of(sums);
    if (!lineId || !REGION.test(country) || micros === undefined) return [];
    return [{ lineId, country, impressions: Number(sums.impressions ?? 0), revenueMicros: BigInt(micros) }];
  });
}

/** The nearest cent of the revenue of 1000 impressions. */
function ecpmMicros({ impressions, revenueMicros }: Counted): bigint {
  const each = CENT * BigInt(impressions);
  return ((revenueMicros * 1000n + each / 2n) / each) * CENT;
}

function pricesOf(all: readonly Counted[]): ObservedPrices {
  const prices: Record<string, Record<string, string>> = {};
  const enough = all
    .filter(({ impressions, revenueMicros }) => impressions >= LEAST_IMPRESSIONS && revenueMicros >= 0n)
    .toSorted((one, other) => other.impressions - one.impressions)
    .slice(0, MOST_PRICES)
    .toSorted((one, other) => (one.lineId + one.country < other.lineId + other.country ? -1 : 1));
  for (const one of enough) {
    const price = ecpmMicros(one);
    // A snapshot with a price that is no int64 could not be read.
    if (price > MOST_SUM) continue;
    const ofLine = prices[one.lineId] ?? {};
    prices[one.lineId] = ofLine;
    ofLine[one.country] = String(price);
  }
  return prices;
}

/** Observes the prices of a publisher if a day is over since the last time. */
async function observe(
  parts: ReportParts,
  { publisher, pricedDay = 0 }: CountedPublisher,
  now: number,
): Promise<boolean> {
  const { publisherId, reportingTimeZone } = publisher;
  const day = dayNumber(fullDaysBetween(0, now, reportingTimeZone).last);
  if (day <= pricedDay) return false;
  const prices = pricesOf(await counted(parts, publisher, day));
  try {
    return await parts.store.write((writer) => writer.keepPrices({ publisherId, day, prices }));
  } catch (error) {
    // Another process was faster.
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/**
 * Keeps what lines earned in the last seven full days in each country, once after each day of the publisher. Snapshots
 * order LIVE lines by it, so they change at most once a day because of it. Looks for such days once an hour in each process;
 * returns the number of publishers.
 */
export function priceRound(parts: ReportParts): (now?: number) => Promise<number> {
  let next = 0;
  return async (now = parts.clock()) => {
    if (now < next) return 0;
    next = now + HOUR;
    let observed = 0;
    const round = new RunAll();
    for (let after = ''; ; ) {
      const page = await parts.store.read((reader) => reader.countedPublishers(PAGE, after));
      for (const one of page) {
        if (await round.part(() => observe(parts, one, now))) observed += 1;
        await setImmediate();
      }
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.publisher.publisherId;
    }
    round.end();
    return observed;
  };
}

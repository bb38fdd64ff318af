import { DAY } from '../../../../src/conventions/time.ts';
import {
  type CountedMetric,
  METRICS,
  metricBit,
  type StatisticsDimensions,
  type StatisticsStore,
} from '../../../../src/mediation/ports/statistics.ts';
import { binsOf, dayNumber } from '../../../../src/mediation/statistics/days.ts';

export interface SentRow extends Partial<StatisticsDimensions>, Partial<Record<CountedMetric, number>> {
  readonly time: string;
  readonly adSourceId?: string;
}

interface Sent {
  readonly publisherId: string;
  readonly source?: string;
  readonly timeZone?: string;
  /** Days, YYYY-MM-DD, that the rows settle. */
  readonly settles?: readonly [first: string, last: string];
  readonly receivedAt?: number;
}

const UNKNOWN: StatisticsDimensions = {
  adUnit: '',
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
};

let batches = 0;

/** Stores a batch. Rows have their dimensions in stored form. */
export async function store(
  statistics: StatisticsStore,
  { publisherId, source = 'sdk', timeZone = 'UTC', settles, receivedAt = Date.now() }: Sent,
  rows: readonly SentRow[],
): Promise<void> {
  batches += 1;
  const binOf = binsOf(timeZone);
  const summed = rows.map(({ time, adSourceId = '', ...row }) => {
    const sent = METRICS.filter((metric) => row[metric] !== undefined);
    const sums = Object.fromEntries(METRICS.map((metric) => [metric, row[metric] ?? 0])) as Record<
      CountedMetric,
      number
    >;
    const dimensions = Object.fromEntries(
      Object.entries(UNKNOWN).map(([name, unknown]) => [
        name,
        row[name as keyof StatisticsDimensions] ?? unknown,
      ]),
    ) as unknown as StatisticsDimensions;
    const metrics = sent.reduce((bits, metric) => bits | metricBit(metric), 0);
    return { ...binOf(Date.parse(time)), adSourceId, dimensions, sums, metrics };
  });
  const [firstDay, lastDay] = (settles ?? ['1970-01-01', '1970-01-01']).map(dayNumber) as [number, number];
  await statistics.ingest({
    publisherId,
    source,
    batchId: `batch-${batches}`,
    receivedAt,
    keptUntil: receivedAt + DAY,
    accepted: rows.length,
    rows: summed,
    slots: [],
    ...(settles && {
      replace: {
        firstDay,
        lastDay,
        hours: { from: firstDay * 1440, before: (lastDay + 1) * 1440 },
        adSourceIds: [...new Set(rows.map(({ adSourceId = '' }) => adSourceId))],
      },
    }),
  });
}

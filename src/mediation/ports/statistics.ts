import type { WholeNumber } from '../../conventions/whole-numbers.ts';

/** What is counted. A bit mask of metrics has the bit of each at its place in this list. */
export const METRICS = [
  'adRequests',
  'matchedRequests',
  'impressions',
  'clicks',
  'revenueMicros',
  'bidRequests',
  'bidsInAuction',
  'winningBids',
] as const;

export type CountedMetric = (typeof METRICS)[number];

export const metricBit = (metric: CountedMetric) => 1 << METRICS.indexOf(metric);

/** The largest sum that is stored: that of an int64. */
export const MOST_SUM = 2n ** 63n - 1n;

/** Exact sums. Money is in micros of the row's currency. */
export type MetricSums = { readonly [Metric in CountedMetric]: WholeNumber };

/** Texts are in their stored form, as in reports; '' is unknown. */
export interface StatisticsDimensions {
  /** Fragment of the ad unit id. */
  readonly adUnit: string;
  /** Fragment of the app id. */
  readonly app: string;
  readonly platform: string;
  readonly format: string;
  readonly mediationGroup: string;
  readonly line: string;
  /** CLDR region. */
  readonly country: string;
  readonly osVersion: string;
  readonly sdkVersion: string;
  readonly appVersion: string;
  readonly servingRestriction: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** Days are numbered from 1970-01-01; hours are the minute since the epoch at which they begin. */
export interface HourSums {
  readonly day: number;
  readonly hour: number;
  /** '' for numbers of no ad source. */
  readonly adSourceId: string;
  readonly dimensions: StatisticsDimensions;
  readonly sums: MetricSums;
  /** Bit mask of the metrics that were sent. The sums of the others are 0. */
  readonly metrics: number;
}

export interface SlotCounts {
  /** Users who entered the experiment. */
  readonly users: WholeNumber;
  readonly adRequests: WholeNumber;
  readonly matchedRequests: WholeNumber;
  readonly impressions: WholeNumber;
  readonly clicks: WholeNumber;
  readonly revenueMicros: WholeNumber;
}

export interface SlotDaySums extends SlotCounts {
  readonly experimentId: string;
  readonly day: number;
  readonly slot: number;
  readonly currency: string;
}

/** What a batch replaces: all that its source sent before about these days, ad sources and ad units. */
export interface Replaced {
  readonly firstDay: number;
  /** Included. */
  readonly lastDay: number;
  /** The hours of the days; `before` is not included. */
  readonly hours: { readonly from: number; readonly before: number };
  readonly adSourceIds: readonly string[];
  /** Fragments of ad units: only these. All within the bounds if it is absent. */
  readonly adUnits?: readonly string[] | undefined;
  /** Fragments of ad units: the first, and the first one behind. No bounds if they are absent. */
  readonly adUnitsFrom?: string | undefined;
  readonly adUnitsBefore?: string | undefined;
  /** The id of a stored batch that replaced the same: nothing is deleted, and the rows belong to it. */
  readonly continues?: string | undefined;
}

/** What remains of a daily ceiling, and what a batch takes of it. */
export interface CeilingUse {
  readonly keyId: string;
  /** The day in UTC. */
  readonly day: number;
  readonly rows: number;
  readonly revenueMicros: number;
  readonly mostRows: number;
  readonly mostRevenueMicros: number;
}

export interface StatisticsBatch {
  readonly publisherId: string;
  readonly source: string;
  readonly batchId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Until this time a repetition of the batch is known as such. */
  readonly keptUntil: number;
  /** Number of rows of the request, for the answer to a repetition. */
  readonly accepted: number;
  /** The rows are settled if they replace something, and estimated otherwise. */
  readonly replace?: Replaced | undefined;
  /** Different in hour, ad source or dimensions. */
  readonly rows: readonly HourSums[];
  /** Different in experiment, day, slot or currency. */
  readonly slots: readonly SlotDaySums[];
  readonly ceiling?: CeilingUse | undefined;
}

/** `accepted` is that of the first time. `sumTooLarge`: a sum would be above MOST_SUM, so nothing is stored. */
export type Ingested =
  | { readonly outcome: 'stored' | 'duplicate'; readonly accepted: number }
  | { readonly outcome: 'overCeiling' | 'notContinued' | 'sumTooLarge' };

/** What one source sends about one ad source, and whether it is settled. */
export interface Feed {
  readonly feedNo: number;
  readonly source: string;
  readonly adSourceId: string;
  readonly settled: boolean;
  /** Bit mask of the metrics that it has ever sent. */
  readonly metrics: number;
}

/** The combinations of dimensions of a publisher, in ascending order of their numbers. */
export interface DimensionsQuery {
  readonly publisherId: string;
  /** The dimensions to read. */
  readonly names: readonly (keyof StatisticsDimensions)[];
  /** Only of this ad unit. */
  readonly adUnit?: string | undefined;
}

/** A combination of dimensions: its number, a day after which no row uses it, and its values in the order of the query. */
export type NumberedDimensions = readonly [keyNo: number, usedUntil: number, ...values: string[]];

export interface RowsQuery {
  readonly feedNo: number;
  readonly unit: 'HOUR' | 'DAY';
  /** Numbers of hours or days; `before` is not included. */
  readonly from: number;
  readonly before: number;
  /** The metrics to read. */
  readonly metrics: readonly CountedMetric[];
  /** Only of these combinations of dimensions, which are looked up one by one. */
  readonly keyNos?: readonly number[] | undefined;
  /** Rows of a page, if they are few. */
  readonly pageSize?: number;
}

/**
 * The sums of a feed in one hour or day for one combination of dimensions: the time, the number of the combination,
 * and the sums in the order of the query. Reports read millions of them, and arrays take less time than objects.
 */
export type StatisticsRow = readonly [time: number, keyNo: number, ...sums: WholeNumber[]];

/** A day that a source has settled for an ad source, even without rows, and the metrics that it gave. */
export interface SettledDay {
  readonly day: number;
  readonly adSourceId: string;
  readonly source: string;
  readonly metrics: number;
}

export interface SourceArrival {
  readonly source: string;
  /** When it last sent a batch, to a few minutes. */
  readonly lastAt: number;
  /** Whether it sent on each of the four days up to the last one. */
  readonly daily: boolean;
}

/** What is deleted: rows of earlier hours and days, and the slots of old experiments. */
export interface Retention {
  readonly now: number;
  readonly firstHour: number;
  readonly firstDay: number;
  /** Slots of experiments that started before this time, in milliseconds since the epoch. */
  readonly experimentsBefore: number;
}

/**
 * Sums of what sources sent. Reads that take several pages are not one snapshot: they may see a part of what
 * arrives meanwhile.
 */
export interface StatisticsStore {
  /** Stores a batch in one transaction, or finds that it is stored. */
  ingest(batch: StatisticsBatch): Promise<Ingested>;
  feeds(publisherId: string): Promise<readonly Feed[]>;
  /** The publishers to which a source has sent something. */
  publishersOf(source: string): Promise<readonly string[]>;
  /** The highest number of a combination of dimensions of a publisher; 0 if there is none. */
  lastKeyNo(publisherId: string): Promise<number>;
  /** In pages. */
  dimensions(query: DimensionsQuery): AsyncIterable<readonly NumberedDimensions[]>;
  /** In pages, in ascending order of time and number of the combination. Those of `keyNos` are in order of time only. */
  rows(query: RowsQuery): AsyncIterable<readonly StatisticsRow[]>;
  /** Days from the first to the last, in pages. */
  settledDays(publisherId: string, first: number, last: number): AsyncIterable<readonly SettledDay[]>;
  /** The sums of an experiment in pages, in ascending order of day and slot. */
  slotSums(publisherId: string, experimentId: string): AsyncIterable<readonly SlotDaySums[]>;
  sources(publisherId: string): Promise<readonly SourceArrival[]>;
  /** Deletes a bounded number of rows that are past their time; returns how many. */
  sweep(retention: Retention): Promise<number>;
}

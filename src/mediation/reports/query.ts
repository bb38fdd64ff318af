import { type Day, type DayBounds, dayBoundsOf, dayOf, weekOf } from './calendar.ts';
import { type Dimension, isTime, rowDimensions, type TimeDimension } from './dimensions.ts';
import type { ReportSpec } from './spec.ts';
import { storedOf } from './values.ts';

/** A dimension that the statistics are stored by; days come from the hours. */
export type StoredDimension = Exclude<Dimension, TimeDimension>;

/** What the statistics are asked for. */
export interface StatisticsQuery {
  readonly publisherId: string;
  /** The days of the report in its time zone, without those that a filter leaves out. */
  readonly days: readonly DayBounds[];
  readonly groupBy: readonly StoredDimension[];
  /** All hold; one without values holds for nothing. */
  readonly filters: readonly { readonly dimension: StoredDimension; readonly anyOf: readonly string[] }[];
}

/** The sums of one day in one currency. All bins of a row follow each other, their days ascending. */
export interface Bin {
  readonly day: Day;
  /** In the order of `groupBy`, as stored. */
  readonly values: readonly string[];
  /** ISO 4217 */
  readonly currency: string;
  readonly adRequests?: number;
  readonly matchedRequests?: number;
  readonly impressions?: number;
  readonly clicks?: number;
  readonly earningsMicros?: bigint;
}

const compact = (day: Day) => day.replaceAll('-', '');

/** The value of a day: 20260301, the first day of its week, or 202603. */
export function timeValueOf(dimension: TimeDimension, day: Day, weekStart: number): string {
  if (dimension === 'MONTH') return compact(day).slice(0, 6);
  return compact(dimension === 'WEEK' ? weekOf(day, weekStart) : day);
}

export interface QueryContext {
  readonly publisherId: string;
  readonly timeZone: string;
  readonly weekStart: number;
  /** The report is about this source alone, as the network report is. */
  readonly adSourceId?: string;
}

/** The spec violates no rule. */
export function queryOf(
  { dateRange = {}, dimensions = [], dimensionFilters = [] }: ReportSpec,
  { publisherId, timeZone, weekStart, adSourceId }: QueryContext,
): StatisticsQuery {
  const first = dayOf(dateRange.startDate ?? {})!;
  const last = dayOf(dateRange.endDate ?? {})!;
  let days = dayBoundsOf(first, last, timeZone);
  const filters: { dimension: StoredDimension; anyOf: readonly string[] }[] = [];
  if (adSourceId !== undefined) filters.push({ dimension: 'AD_SOURCE', anyOf: [adSourceId] });
  for (const { dimension, matchesAny: { values = [] } = {} } of dimensionFilters) {
    if (dimension === undefined) continue;
    if (isTime(dimension)) {
      days = days.filter(({ day }) => values.includes(timeValueOf(dimension, day, weekStart)));
    } else {
      const anyOf = values.flatMap((value) => storedOf(dimension, value, publisherId) ?? []);
      filters.push({ dimension, anyOf });
    }
  }
  const groupBy = rowDimensions(dimensions).filter((dimension) => !isTime(dimension));
  return { publisherId, days, groupBy, filters };
}

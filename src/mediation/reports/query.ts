import { type Day, type DayBounds, dayBoundsOf, dayOf, weekOf } from './calendar.ts';
import { type Dimension, isTime, rowDimensions, type TimeDimension } from './dimensions.ts';
import type { ReportSpec } from './spec.ts';
import { storedOf } from './values.ts';

/** A dimension that is stored with the statistics; days are computed from hours. */
export type StoredDimension = Exclude<Dimension, TimeDimension>;

/** A query for statistics. */
export interface StatisticsQuery {
  readonly publisherId: string;
  /** The days of the report in its time zone, without days that a filter excludes. */
  readonly days: readonly DayBounds[];
  readonly groupBy: readonly StoredDimension[];
  /** All filters must match. A filter without values matches nothing. */
  readonly filters: readonly { readonly dimension: StoredDimension; readonly anyOf: readonly string[] }[];
}

/** The sums of one day in one currency. All bins of a row are adjacent, in ascending order of days. */
export interface Bin {
  readonly day: Day;
  /** Values in the order of `groupBy`, in their stored form. */
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

/** The value for a day: 20260301 for a date, the first day of its week, or 202603 for a month. */
export function timeValueOf(dimension: TimeDimension, day: Day, weekStart: number): string {
  if (dimension === 'MONTH') return compact(day).slice(0, 6);
  return compact(dimension === 'WEEK' ? weekOf(day, weekStart) : day);
}

export interface QueryContext {
  readonly publisherId: string;
  readonly timeZone: string;
  readonly weekStart: number;
  /** The only source of the report, if it is the network report. */
  readonly adSourceId?: string;
}

/** The query for a valid spec. */
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

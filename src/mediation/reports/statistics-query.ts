import { storedOf } from './dimension-values.ts';
import { type Day, type DayBounds, dayBoundsOf, dayOf, weekOf } from './report-days.ts';
import { type Dimension, isTime, rowDimensions, type TimeDimension } from './report-dimensions.ts';
import type { ReportSpec } from './report-spec.ts';

/** A dimension that is stored with the statistics; days are computed from hours. */
export type StoredDimension = Exclude<Dimension, TimeDimension>;

/** What a report reads. */
export interface StatisticsQuery {
  /** The days of the report in its time zone, without days that a filter excludes. */
  readonly days: readonly DayBounds[];
  readonly groupBy: readonly StoredDimension[];
  /** All filters must match. A filter without values matches nothing. */
  readonly filters: readonly { readonly dimension: StoredDimension; readonly anyOf: readonly string[] }[];
}

const compact = (day: Day) => day.replaceAll('-', '');

/** The value for a day: 20260301 for a date, the first day of its week, or 202603 for a month. */
export function timeValueOf(dimension: TimeDimension, day: Day, weekStart: number): string {
  if (dimension === 'MONTH') return compact(day).slice(0, 6);
  return compact(dimension === 'WEEK' ? weekOf(day, weekStart) : day);
}

interface QueryContext {
  readonly publisherId: string;
  readonly timeZone: string;
  readonly weekStart: number;
  /** The only source of the report, if it is the network report. */
  readonly adSourceId?: string;
  /** There are statistics of these days only. */
  readonly stored?: { readonly first: Day; readonly last: Day };
}

const later = (one: Day, other: Day) => (one > other ? one : other);
const earlier = (one: Day, other: Day) => (one < other ? one : other);

/** The query for a valid spec. */
export function queryOf(
  { dateRange = {}, dimensions = [], dimensionFilters = [] }: ReportSpec,
  { publisherId, timeZone, weekStart, adSourceId, stored }: QueryContext,
): StatisticsQuery {
  const asked = { first: dayOf(dateRange.startDate ?? {})!, last: dayOf(dateRange.endDate ?? {})! };
  const { first, last } = stored ?? asked;
  let days = dayBoundsOf(later(first, asked.first), earlier(last, asked.last), timeZone);
  const filters: { dimension: StoredDimension; anyOf: readonly string[] }[] = [];
  if (adSourceId !== undefined) filters.push({ dimension: 'AD_SOURCE', anyOf: [adSourceId] });
  for (const { dimension, matchesAny: { values = [] } = {} } of dimensionFilters) {
    if (dimension === undefined) continue;
    if (isTime(dimension)) {
      const wanted = new Set(values);
      days = days.filter(({ day }) => wanted.has(timeValueOf(dimension, day, weekStart)));
    } else {
      const anyOf = values.flatMap((value) => storedOf(dimension, value, publisherId) ?? []);
      filters.push({ dimension, anyOf });
    }
  }
  const groupBy = rowDimensions(dimensions).filter((dimension) => !isTime(dimension));
  return { days, groupBy, filters };
}

import { dayStart } from '../../../kit/day-start.ts';

const HOUR = 3_600_000;

interface Refusal {
  readonly hourTime: string;
  readonly reason: string;
  readonly count: number;
}

interface HeatRow {
  readonly reason: string;
  readonly total: number;
  /** One count for each column. */
  readonly counts: readonly number[];
}

interface Range {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

interface Heat {
  /** Length of a column in hours. */
  readonly hours: number;
  /** Start of each column, milliseconds. */
  readonly starts: readonly number[];
  /** The time of the requests that each column counts: whole hours of UTC, none that began before the figures. */
  readonly ranges: readonly Range[];
  readonly rows: readonly HeatRow[];
  /** Number of reasons that are not shown. */
  readonly others: number;
  readonly most: number;
  readonly total: number;
}

const WIDTHS = [1, 2, 3, 6, 12, 24, 48];
const MOST_COLUMNS = 28;
const DAY_HOURS = 24;
const MOST_ROWS = 12;

interface HeatOptions {
  readonly mostColumns?: number;
  /** The first day, in the zone: columns of days begin with it. */
  readonly day?: string;
  readonly zone?: string;
}

const nextHour = (time: number) => Math.ceil(time / HOUR) * HOUR;

/** Refusals by reason and time, with as many columns as fit and the most frequent reasons. */
export function heatOf(
  refusals: readonly Refusal[],
  startTime: string,
  endTime: string,
  { mostColumns = MOST_COLUMNS, day = startTime.slice(0, 10), zone = 'UTC' }: HeatOptions = {},
): Heat {
  const start = Date.parse(startTime);
  const end = Date.parse(endTime);
  const hoursInAll = Math.max(1, Math.ceil((end - start) / HOUR));
  const hours = WIDTHS.find((width) => hoursInAll / width <= mostColumns) ?? WIDTHS.at(-1)!;
  // Shorter columns start at whole hours, so that no count belongs to two of them. Days differ in length.
  const startOf = (column: number) =>
    hours < DAY_HOURS
      ? (Math.floor(start / HOUR) + column * hours) * HOUR
      : Date.parse(dayStart(day, zone, (column * hours) / DAY_HOURS)!);
  const starts = [startOf(0)];
  while (startOf(starts.length) < end) starts.push(startOf(starts.length));
  const columns = starts.length;
  const byReason = new Map<string, number[]>();
  for (const { hourTime, reason, count } of refusals) {
    const time = Date.parse(hourTime);
    const column = starts.findLastIndex((one) => one <= time);
    if (column < 0 || time >= end) continue;
    const counts = byReason.get(reason) ?? new Array<number>(columns).fill(0);
    counts[column]! += count;
    byReason.set(reason, counts);
  }
  const all = [...byReason]
    .map(([reason, counts]) => ({ reason, counts, total: counts.reduce((sum, count) => sum + count, 0) }))
    .toSorted((one, other) => other.total - one.total || (one.reason < other.reason ? -1 : 1));
  return {
    hours,
    starts,
    ranges: starts.map((one, index) => ({
      from: nextHour(Math.max(one, start)),
      to: nextHour(startOf(index + 1)),
    })),
    rows: all.slice(0, MOST_ROWS),
    others: Math.max(0, all.length - MOST_ROWS),
    most: Math.max(0, ...all.flatMap(({ counts }) => counts)),
    total: all.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The scale ends at this count or above, so that a single refusal does not look like many. */
const LEAST_MOST = 5;

/** 0 for none, then 1 to 5 on a logarithmic scale, so that one refusal is visible beside a thousand. */
export function levelOf(count: number, most: number): number {
  if (count <= 0) return 0;
  return 1 + Math.round((4 * Math.log(count)) / Math.log(Math.max(most, LEAST_MOST)));
}

interface Group {
  readonly text: string;
  /** Index of its first column. */
  readonly at: number;
  readonly length: number;
}

/** Adjacent columns with a common heading, such as those of one day. */
export function groupsOf(heads: readonly string[]): readonly Group[] {
  const starts = heads.flatMap((text, at) => (text === heads[at - 1] ? [] : [{ text, at }]));
  return starts.map(({ text, at }, index) => ({
    text,
    at,
    length: (starts[index + 1]?.at ?? heads.length) - at,
  }));
}

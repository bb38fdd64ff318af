import { dateFormat } from '../../../../src/conventions/intl-formats.ts';

const DAY = 86_400_000;

/** Two days, both included: YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The last days of a time zone that are over. */
export function lastDays(count: number, timeZone: string, now = Date.now()): Days {
  const today = dateFormat('en-CA', { timeZone }).format(now);
  return { from: later(today, -count), to: later(today, -1) };
}

const lengthOf = ({ from, to }: Days): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1);

/** As many days, just before. */
export function before(days: Days): Days {
  const length = lengthOf(days);
  return { from: later(days.from, -length), to: later(days.from, -1) };
}

/** The range with as many days before it. */
export const withBefore = (days: Days): Days => ({ from: before(days).from, to: days.to });

/** The days of a week, by its first one, or of a month, as YYYY-MM. */
export const periodOf = (value: string): Days =>
  value.length > 'YYYY-MM'.length
    ? { from: value, to: later(value, 6) }
    : { from: `${value}-01`, to: later(later(`${value}-01`, 31).slice(0, 8).concat('01'), -1) };

/** What of a period is in a range; undefined if all of it is. */
export function partOf(period: Days, range: Days): Days | undefined {
  const [from, to] = [
    period.from < range.from ? range.from : period.from,
    period.to > range.to ? range.to : period.to,
  ];
  return from === period.from && to === period.to ? undefined : { from, to };
}

/** Every day of the range. */
export const eachDay = (days: Days): readonly string[] =>
  Array.from({ length: lengthOf(days) }, (_, index) => later(days.from, index));

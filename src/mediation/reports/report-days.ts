import { DAY, MINUTE } from '../../conventions/time.ts';
import type { SpecDate } from './report-spec.ts';

/** YYYY-MM-DD. */
export type Day = string;

/** Undefined for a partial date, and for a date that does not exist. */
export function dayOf({ year = 0, month = 0, day = 0 }: SpecDate): Day | undefined {
  if (year < 1) return undefined;
  const text = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))];
  const date = text.join('-');
  const time = Date.parse(date);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) ? undefined : date;
}

/** A number of days later. */
export const shifted = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Number of days, including the first and the last. */
export const lengthOf = (first: Day, last: Day) => (Date.parse(last) - Date.parse(first)) / DAY + 1;

interface WeekInfo {
  readonly firstDay: number;
}

/** The first day of the week in the region of a language, from CLDR. 1 is Monday, 7 is Sunday. */
export function weekStartOf(languageCode: string): number {
  const locale = new Intl.Locale(languageCode) as Intl.Locale & { getWeekInfo(): WeekInfo };
  return locale.getWeekInfo().firstDay;
}

/** The first day of the week of a day. */
export function weekOf(day: Day, weekStart: number): Day {
  const weekday = new Date(day).getUTCDay();
  return shifted(day, -((weekday - weekStart + 7) % 7));
}

export interface DayBounds {
  readonly day: Day;
  /** Start and end of a day as timestamps; `to` is excluded. */
  readonly from: number;
  readonly to: number;
}

/** In minutes: more than the UTC offset of any time zone. */
const FURTHEST = 16 * 60;

/** The start of a day: the first minute with its date, or a later one if the time zone skipped the day. */
function startsOf(timeZone: string): (day: Day) => number {
  const { format } = new Intl.DateTimeFormat('en-CA', { timeZone, calendar: 'iso8601' });
  /** Minutes from midnight in UTC, of the day before: most days begin at the same time as the one before. */
  let last = 0;
  return (day) => {
    const midnight = Date.parse(day);
    const hasBegun = (minutes: number) => format(midnight + minutes * MINUTE) >= day;
    if (hasBegun(last) && !hasBegun(last - 1)) return midnight + last * MINUTE;
    let [before, begun] = [-FURTHEST, FURTHEST];
    while (begun - before > 1) {
      const middle = Math.floor((before + begun) / 2);
      if (hasBegun(middle)) begun = middle;
      else before = middle;
    }
    last = begun;
    return midnight + begun * MINUTE;
  };
}

/**
 * When each day of a range begins and ends in a time zone; empty if the range ends before it starts. If clocks
 * change, a day has 23 or 25 hours.
 */
export function dayBoundsOf(first: Day, last: Day, timeZone: string): readonly DayBounds[] {
  if (first > last) return [];
  const startOf = startsOf(timeZone);
  const days = Array.from({ length: lengthOf(first, last) }, (_, index) => shifted(first, index));
  const starts = [...days, shifted(last, 1)].map(startOf);
  return days.map((day, index) => ({ day, from: starts[index]!, to: starts[index + 1]! }));
}

/** Days since 1970-01-01. */
export const numberOfDay = (day: Day) => Date.parse(day) / DAY;

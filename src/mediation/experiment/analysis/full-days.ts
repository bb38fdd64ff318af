import { DAY } from '../../../conventions/time.ts';

/** First and last day, both included, as YYYY-MM-DD. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** The days of a time zone that are completely between two times. The day of the start never counts. */
export function fullDaysBetween(start: number, end: number, timeZone: string): DayRange {
  const { format } = new Intl.DateTimeFormat('en-CA', { timeZone });
  const beside = (instant: number, days: number) =>
    new Date(Date.parse(format(instant)) + days * DAY).toISOString().slice(0, 10);
  return { first: beside(start, 1), last: beside(end, -1) };
}

export const contains = ({ first, last }: DayRange, day: string) => first <= day && day <= last;

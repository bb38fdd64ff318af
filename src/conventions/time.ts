/** Returns milliseconds since the Unix epoch. Tests replace it. */
export type Clock = () => number;

/** Durations in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In seconds, the unit of settings and of OAuth. */
export const DAY_IN_SECONDS = DAY / SECOND;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Whether a text of the form `YYYY-MM-DD` is a day that exists. Faster than a Date, of which a large import makes millions. */
export function isCalendarDay(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = month === 2 && isLeapYear(year) ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

import { UsageError } from '../../../cli-errors.ts';

/** A day of the calendar, such as 2026-03-01. */
type Day = string;

const DAY_MS = 86_400_000;

const moved = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Today in a time zone, in which days begin. @throws UsageError */
export function today(timeZone: string, now: number): Day {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  } catch {
    throw new UsageError(
      `there is no time zone “${timeZone}”; --time-zone takes names such as Europe/Berlin`,
    );
  }
}

const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

function named(text: string, now: Day): readonly [Day, Day] | undefined {
  const yesterday = moved(now, -1);
  const [, count] = /^last-([1-9]\d{0,2})-days$/.exec(text) ?? [];
  if (count !== undefined) return [moved(now, -Number(count)), yesterday];
  const endOfLast = moved(firstOf(now), -1);
  const ranges: Readonly<Record<string, readonly [Day, Day]>> = {
    today: [now, now],
    yesterday: [yesterday, yesterday],
    'this-month': [firstOf(now), now],
    'last-month': [firstOf(endOfLast), endOfLast],
  };
  return Object.hasOwn(ranges, text) ? ranges[text] : undefined;
}

export const DATES_HELP =
  'Days: 2026-03-01..2026-03-31, 2026-03-01, today, yesterday, last-7-days (without\ntoday), this-month or last-month, in the time zone of the account.';

function dateOf(text: string): { year: number; month: number; day: number } {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined)
    throw new UsageError(`--dates does not take “${text}”. ${DATES_HELP}`);
  return { year, month, day };
}

/** The first and the last day, both included. `now` is today. @throws UsageError */
export function dateRange(text: string, now: Day) {
  const [first, last = first] = named(text, now) ?? text.split('..');
  return { startDate: dateOf(first ?? ''), endDate: dateOf(last ?? '') };
}

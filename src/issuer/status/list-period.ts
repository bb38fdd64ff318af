import { DAY } from '../../conventions/time.ts';

/** Which MSOs share lists: those that expire in the same period. */
export type StatusPeriod = 'day' | 'week' | 'month';

/** The first Monday after the start of 1970. */
const MONDAY = 4 * DAY;
const WEEK = 7 * DAY;

function startOfNextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** The end of each period that contains the time: days, weeks from Monday and months, in UTC. */
const ENDS: Readonly<Record<StatusPeriod, (time: number) => number>> = {
  day: (time) => Math.ceil(time / DAY) * DAY,
  week: (time) => Math.ceil((time - MONDAY) / WEEK) * WEEK + MONDAY,
  // The last millisecond of a month belongs to it; its end is the start of the next one.
  month: (time) => startOfNextMonth(time - 1),
};

/** The end of the period in which an MSO expires; all entries of a list have expired by then. */
export const periodEnd = (validUntil: number, period: StatusPeriod): number => ENDS[period](validUntil);

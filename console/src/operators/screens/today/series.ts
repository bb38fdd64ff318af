import type { Steps } from '../../../kit/steps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Sums by hour, with zeros for empty hours, so that the area drops to the axis. */
export function hourly(
  load: readonly { readonly hourTime: string; readonly count: number }[],
  startTime: string,
  endTime: string,
): Steps {
  const first = Math.floor(Date.parse(startTime) / HOUR) * HOUR;
  const hours = Math.max(1, Math.ceil((Date.parse(endTime) - first) / HOUR));
  const values = new Array<number>(hours).fill(0);
  for (const { hourTime, count } of load) {
    const index = Math.floor((Date.parse(hourTime) - first) / HOUR);
    if (index >= 0 && index < hours) values[index]! += count;
  }
  return { times: values.map((_, index) => (first + index * HOUR) / 1000), values };
}

/** The number of future days that are shown; later ones need no preparation yet. */
const MOST_DAYS = 31;

/** UTC days from today on, without gaps, up to the limit. The last value holds until the end of its day. */
export function daily(
  days: readonly { readonly date: string; readonly expiring: number }[],
  today: string,
): Steps {
  if (days.length === 0) return { times: [], values: [] };
  const start = Date.parse(today);
  const byDate = new Map(days.map(({ date, expiring }) => [Date.parse(date), expiring]));
  const length = Math.min(MOST_DAYS, (Math.max(start, ...byDate.keys()) - start) / DAY + 1);
  const times = Array.from({ length: length + 1 }, (_, index) => start + index * DAY);
  const values = times.map((time) => byDate.get(time) ?? 0);
  values[length] = values[length - 1]!;
  return { times: times.map((time) => time / 1000), values };
}

/** The sum of all days. The last time is the end of a day and adds nothing. */
export const sumOfDays = ({ values }: Steps): number =>
  values.slice(0, -1).reduce((sum, value) => sum + value, 0);

export const sumOf = ({ values }: Steps): number => values.reduce((sum, value) => sum + value, 0);

import { lruCache } from '../../conventions/lru-cache.ts';
import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';

/** The number of a day, YYYY-MM-DD, from 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY;

export const dayText = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

/** The number of the hour that begins at an instant: minutes since the epoch. */
export const hourNumber = (instant: number): number => Math.floor(instant / MINUTE);

export const hourInstant = (number: number): number => number * MINUTE;

/** What a clock in a time zone shows, as the instant at which a clock in UTC shows the same. */
type WallClock = (instant: number) => number;

/** In milliseconds: the time for which an offset is looked up once. Zones change theirs at full quarters. */
const QUARTER = HOUR / 4;

/** Offsets of one zone that are kept: a year of quarters. */
const MOST_KEPT = 40_000;

function newWallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const shown = (instant: number) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  };
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / QUARTER) * QUARTER;
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      if (offsets.size >= MOST_KEPT) offsets.clear();
      offset = shown(quarter) - quarter;
      offsets.set(quarter, offset);
    }
    return instant + offset;
  };
}

/** Making a format takes 0.1 ms, and each batch needs one. A clock with all its offsets takes 2 MB. */
const clocks = lruCache<WallClock>(16);

const wallClock = (timeZone: string): WallClock => {
  const clock = clocks.get(timeZone) ?? newWallClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
};

/** When an event counts: the day, and the hour that begins on a full hour of the time zone, as numbers. */
export interface Bin {
  readonly day: number;
  readonly hour: number;
}

/** The bins of a time zone. Days then add up from hours in zones with half hours, too. */
export function binsOf(timeZone: string): (instant: number) => Bin {
  const clock = wallClock(timeZone);
  return (instant) => {
    const wall = clock(instant);
    const begun = instant - (wall - Math.floor(wall / HOUR) * HOUR);
    return { day: Math.floor(wall / DAY), hour: Math.floor(begun / MINUTE) };
  };
}

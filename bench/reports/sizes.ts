import { dayNumber } from '../../src/mediation/statistics/days.ts';

export interface Size {
  readonly adUnits: number;
  /** Each line of an ad unit is of another ad source. */
  readonly lines: number;
  readonly countries: number;
  readonly days: number;
  /** So many of the last hours are stored too. */
  readonly hours: number;
}

export const FULL: Size = { adUnits: 1000, lines: 10, countries: 50, days: 31, hours: 2 };
export const SMALL: Size = { adUnits: 20, lines: 5, countries: 10, days: 31, hours: 2 };

/** 2026-03-01 */
export const FIRST_DAY = dayNumber('2026-03-01');

const COUNTRIES = ['AT', 'BE', 'BR', 'CA', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB'];
export const countryOf = (number: number) =>
  number < 10 ? COUNTRIES[number]! : `${COUNTRIES[number % 10]!.charAt(0)}${Math.floor(number / 10)}`;

export const SUMS = 'ad_requests, matched_requests, impressions, clicks, revenue_micros';

/** Sums that differ by combination and time, so that columns of them are not smaller than those of real statistics. */
export function sumsOf(key: string, at: string): string {
  const mixed = (factor: number, range: number) =>
    `(cast(${key} as bigint) * ${factor} + cast(${at} as bigint) * 104729) % 1000003 % ${range}`;
  const sums = [
    [90, 7919, 1000],
    [60, 6101, 900],
    [50, 5501, 800],
    [2, 4001, 20],
    [1_000_000, 3001, 900_001],
  ];
  return sums.map(([least, factor, range]) => `${least} + ${mixed(factor!, range!)}`).join(', ');
}

/** The times of a table: numbers of days or hours, from the first to the last. */
export interface Times {
  readonly table: 'statistics_day' | 'statistics_hour';
  readonly column: 'day' | 'hour';
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export const daysOf = ({ days }: Size): Times => ({
  table: 'statistics_day',
  column: 'day',
  from: FIRST_DAY,
  to: FIRST_DAY + days - 1,
  step: 1,
});

export function hoursOf({ days, hours }: Size): Times {
  const end = (FIRST_DAY + days) * 1440;
  return { table: 'statistics_hour', column: 'hour', from: end - hours * 60, to: end - 60, step: 60 };
}

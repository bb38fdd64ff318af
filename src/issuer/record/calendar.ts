import { dateFormat } from '../../conventions/intl-formats.ts';
import { isLeapYear } from '../../conventions/time.ts';
import type { IssuerPolicy, Jurisdiction } from '../policy.ts';

/** A calendar day, `YYYY-MM-DD`. The order of the texts is the order of the days. */
export type Day = string;

export type LeapDayBirthday = '02-28' | '03-01';

const FIELDS = { calendar: 'iso8601', year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** The last day that was asked for in each time zone: all records of an import ask for the same. */
const latest = new Map<string, { readonly time: number; readonly day: Day }>();

/** The date in a time zone at a given time. `timeZone` is a name in the IANA database. */
export function dayIn(timeZone: string, time: number): Day {
  const known = latest.get(timeZone);
  if (known?.time === time) return known.day;
  const parts = dateFormat('en-CA', { timeZone, ...FIELDS }).formatToParts(time);
  const part = (type: 'year' | 'month' | 'day') => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  latest.set(timeZone, { time, day });
  return day;
}

/** The birthday in a given year. For 29 February, another day unless it is a leap year. */
export function birthdayIn(year: number, birth: Day, leapDayBirthday: LeapDayBirthday): Day {
  const monthAndDay = birth.slice(5);
  const day = monthAndDay === '02-29' && !isLeapYear(year) ? leapDayBirthday : monthAndDay;
  return `${year.toString().padStart(4, '0')}-${day}`;
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Whole years since birth. */
export function ageOn(today: Day, birth: Day, leapDayBirthday: LeapDayBirthday): number {
  const year = yearOf(today);
  const hadBirthday = birthdayIn(year, birth, leapDayBirthday) <= today;
  return year - yearOf(birth) - (hadBirthday ? 0 : 1);
}

/** The input of the checks besides the document type. */
export interface RecordContext extends Jurisdiction {
  /** Today's date in the issuer's time zone. */
  readonly today: Day;
}

export function recordContext(
  { jurisdiction }: Pick<IssuerPolicy, 'jurisdiction'>,
  now: number,
): RecordContext {
  return { ...jurisdiction, today: dayIn(jurisdiction.timeZone, now) };
}

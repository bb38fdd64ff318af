import { isCalendarDay } from '../../../conventions/time.ts';

/** A date that was read; the time only if the format has one. */
export interface ReadDate {
  readonly day: string;
  readonly time?: string;
}

export interface DateReader {
  readonly hasTime: boolean;
  /** undefined if the text does not have the format, or names a day that does not exist. */
  read(text: string): ReadDate | undefined;
}

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** What stands for a part of a date, and the digits or letters that it matches. */
const TOKENS: Readonly<Record<string, readonly [Unit, string]>> = {
  YYYY: ['year', '(\\d{4})'],
  YY: ['year', '(\\d{2})'],
  MON: ['month', '([A-Za-z]{3})'],
  MM: ['month', '(\\d{2})'],
  M: ['month', '(\\d{1,2})'],
  DD: ['day', '(\\d{2})'],
  D: ['day', '(\\d{1,2})'],
  hh: ['hour', '(\\d{2})'],
  mm: ['minute', '(\\d{2})'],
  ss: ['second', '(\\d{2})'],
};

const PIECE = /YYYY|YY|MON|MM|M|DD|D|hh|mm|ss|./gsu;

/** Separators, and the letters of ISO 8601. */
const LITERAL = /^[ .,/:TZ_-]$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const two = (number: number | string) => String(number).padStart(2, '0');

/** Why a format of dates cannot be used; undefined if it can. */
function formatProblem(pieces: readonly string[], pivot: number | undefined): string | undefined {
  const units = pieces.flatMap((piece) => TOKENS[piece]?.[0] ?? []);
  const unknown = pieces.some((piece) => !TOKENS[piece] && !LITERAL.test(piece));
  if (unknown) return 'can only have YYYY, YY, MM, M, MON, DD, D, hh, mm, ss and separators';
  if (new Set(units).size < units.length) return 'has a part twice';
  if (!['year', 'month', 'day'].every((unit) => units.includes(unit as Unit)))
    return 'needs a year, a month and a day, such as DD/MM/YYYY';
  if (
    units.includes('hour') !== units.includes('minute') ||
    (units.includes('second') && !units.includes('hour'))
  )
    return 'needs hh:mm or hh:mm:ss for a time';
  const runsOn = (piece: string, at: number) => /^[DM]$/.test(piece) && TOKENS[pieces[at + 1] ?? ''];
  if (pieces.some(runsOn)) return 'needs a separator after D and M';
  if (pieces.includes('YY') !== (pivot !== undefined))
    return pivot === undefined ? 'needs a pivot for years of two digits' : 'has a pivot, but no YY';
  return undefined;
}

/**
 * A reader of dates such as `DD/MM/YYYY`. Years of two digits need a pivot: years up to it are in this century, later ones
 * in the last. Returns what is wrong with the format as text.
 */
export function dateReader(format: string, pivot?: number): DateReader | string {
  const pieces = format.match(PIECE) ?? [];
  const problem = formatProblem(pieces, pivot);
  if (problem !== undefined) return problem;
  const units = pieces.flatMap((piece) => TOKENS[piece]?.[0] ?? []);
  const source = pieces.map((piece) => TOKENS[piece]?.[1] ?? piece.replace(/[./]/, '\\$&')).join('');
  const pattern = new RegExp(`^${source}$`);
  const yearOf = (text: string) => {
    if (text.length === 4 || pivot === undefined) return text;
    return `${Number(text) <= pivot ? 20 : 19}${text}`;
  };
  const monthOf = (text: string) =>
    /^\d/.test(text) ? two(text) : two(MONTHS.indexOf(text.toLowerCase()) + 1);
  return {
    hasTime: units.includes('hour'),
    read(text) {
      const [, ...found] = pattern.exec(text) ?? [];
      if (found.length === 0) return undefined;
      const of = (unit: Unit) => found[units.indexOf(unit)] ?? '00';
      const day = `${yearOf(of('year'))}-${monthOf(of('month'))}-${two(of('day'))}`;
      if (!isCalendarDay(day)) return undefined;
      if (!units.includes('hour')) return { day };
      const [hour, minute, second] = [of('hour'), of('minute'), of('second')];
      const exists = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
      return exists ? { day, time: `${hour}:${minute}:${second}` } : undefined;
    },
  };
}

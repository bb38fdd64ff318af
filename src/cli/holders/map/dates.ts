import { isCalendarDay } from '../../../conventions/time.ts';

/** A date that was read; the time only if the format has one. */
export interface ReadDate {
  readonly day: string;
  readonly time?: string;
  /** Whether a fraction of a second follows the time. */
  readonly hasFraction?: boolean;
  /** How far the time is ahead of UTC, in minutes; only if the format has one. */
  readonly offset?: number;
}

export interface DateReader {
  readonly hasTime: boolean;
  readonly hasOffset: boolean;
  /** undefined if the text does not have the format, or names a day that does not exist. */
  read(text: string): ReadDate | undefined;
}

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half' | 'offset';

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
  h: ['hour', '(\\d{1,2})'],
  mm: ['minute', '(\\d{2})'],
  // Databases add a fraction of any length.
  ss: ['second', '(\\d{2}(?:[.,]\\d{1,9})?)'],
  AM: ['half', '([AaPp])\\.?[Mm]\\.?'],
  Z: ['offset', ' ?([Zz]|[+-]\\d{2}(?::?\\d{2})?)'],
};

const PIECE = /YYYY|YY|MON|MM|M|DD|D|hh|h|mm|ss|AM|Z|./gsu;

/** Separators, and the letter of ISO 8601 before a time. */
const LITERAL = /^[ .,/:T_-]$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const two = (number: number | string) => String(number).padStart(2, '0');

/** Why a format of dates cannot be used; undefined if it can. */
function formatProblem(pieces: readonly string[], pivot: number | undefined): string | undefined {
  const units = pieces.flatMap((piece) => TOKENS[piece]?.[0] ?? []);
  const unknown = pieces.some((piece) => !TOKENS[piece] && !LITERAL.test(piece));
  if (unknown) return 'can only have YYYY, YY, MM, M, MON, DD, D, hh, h, mm, ss, AM, Z and separators';
  if (new Set(units).size < units.length) return 'has a part twice';
  if (!['year', 'month', 'day'].every((unit) => units.includes(unit as Unit)))
    return 'needs a year, a month and a day, such as DD/MM/YYYY';
  if (
    units.includes('hour') !== units.includes('minute') ||
    (units.includes('second') && !units.includes('hour'))
  )
    return 'needs hh:mm or hh:mm:ss for a time';
  const ofTime = units.includes('half') || units.includes('offset');
  if (ofTime && !units.includes('hour')) return 'needs a time before AM and Z';
  const runsOn = (piece: string, at: number) => /^[DMh]$/.test(piece) && TOKENS[pieces[at + 1] ?? ''];
  if (pieces.some(runsOn)) return 'needs a separator after D, M and h';
  if (pieces.includes('YY') !== (pivot !== undefined))
    return pivot === undefined ? 'needs a pivot for years of two digits' : 'has a pivot, but no YY';
  return undefined;
}

/** Hours of a clock of 12 hours, on one of 24. */
function hourOf(text: string, half: string): number {
  if (half === '') return Number(text);
  const hour = Number(text) % 12;
  if (Number(text) < 1 || Number(text) > 12) return Number.NaN;
  return half.toLowerCase() === 'p' ? hour + 12 : hour;
}

/** In minutes; `Z` is none. */
function offsetOf(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
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
  const [hasTime, hasOffset] = [units.includes('hour'), units.includes('offset')];
  return {
    hasTime,
    hasOffset,
    read(text) {
      const [, ...found] = pattern.exec(text) ?? [];
      if (found.length === 0) return undefined;
      const of = (unit: Unit) => found[units.indexOf(unit)] ?? '';
      const day = `${yearOf(of('year'))}-${monthOf(of('month'))}-${two(of('day'))}`;
      if (!isCalendarDay(day)) return undefined;
      if (!hasTime) return { day };
      const [hour, minute, second] = [hourOf(of('hour'), of('half')), of('minute'), of('second').slice(0, 2)];
      const offset = offsetOf(of('offset'));
      const exists = hour < 24 && Number(minute) < 60 && Number(second) < 60 && Math.abs(offset) < 24 * 60;
      if (!exists) return undefined;
      return {
        day,
        time: `${two(hour)}:${minute}:${two(second)}`,
        hasFraction: /[1-9]/.test(of('second').slice(2)),
        ...(hasOffset ? { offset } : {}),
      };
    },
  };
}

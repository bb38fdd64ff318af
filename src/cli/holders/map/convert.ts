import { READERS } from '../../../client/import/columns.ts';
import { MINUTE } from '../../../conventions/time.ts';
import { isTimeZone } from '../../../conventions/time-zone.ts';
import { dayIn } from '../../../issuer/record/calendar.ts';
import { type DateReader, dateReader, type ReadDate } from './dates.ts';
import type { DetailedSource, HolderMap } from './schema.ts';

/** Converts a text that is not empty. */
export type Convert = (text: string) => { readonly value: unknown } | { readonly problem: string };

type DateFormat = NonNullable<HolderMap['dates']>;
type Options = Pick<DetailedSource, 'date' | 'codes' | 'otherwise'>;

/** What is wrong with the map, and with which option. */
interface OptionProblem {
  readonly option: keyof Options | undefined;
  readonly message: string;
}

const DATES = ['full-date', 'date', 'date-time'];

const partsOf = (date: DateFormat) => (typeof date === 'string' ? { format: date } : date);

/** A reader of dates, or what is wrong with its format. */
export function readerOf(date: DateFormat): DateReader | string {
  const { format, pivot, timeZone } = partsOf(date);
  const reader = dateReader(format, pivot);
  if (timeZone === undefined || typeof reader === 'string') return reader;
  if (!isTimeZone(timeZone)) return 'needs a time zone of the IANA database, such as Europe/Berlin';
  return reader.hasOffset ? reader : 'has a timeZone, which is for instants: it needs hh:mm:ss and Z';
}

const instantOf = ({ day, time, offset = 0 }: ReadDate) =>
  Date.parse(`${day}T${time ?? '00:00:00'}Z`) - offset * MINUTE;

/** The day that begins in a time zone at an instant; undefined if none does. */
function dayFrom(instant: number, timeZone: string): string | undefined {
  const day = dayIn(timeZone, instant);
  return dayIn(timeZone, instant - 1) === day ? undefined : day;
}

/**
 * A day that an export wrote as a time must be midnight: any other time belongs to another day somewhere, as an instant of
 * local midnight in UTC does.
 */
function dates(date: DateFormat, reader: DateReader, type: string): Convert {
  const { format, timeZone } = partsOf(date);
  const problem = `is not a date ${format}`;
  const notMidnight =
    timeZone === undefined
      ? 'has a time other than midnight, so its day is not certain: export the day alone, or name its timeZone in the map'
      : `is not the beginning of a day in ${timeZone}`;
  return (text) => {
    const found = reader.read(text);
    if (!found) return { problem };
    if (found.time === undefined) return { value: found.day };
    if (type !== 'full-date') return { value: new Date(instantOf(found)).toISOString().replace('.000', '') };
    const { day, time, hasFraction } = found;
    if (hasFraction) return { problem: notMidnight };
    const from = timeZone === undefined ? undefined : dayFrom(instantOf(found), timeZone);
    const value = timeZone === undefined && time === '00:00:00' ? day : from;
    return value === undefined ? { problem: notMidnight } : { value };
  };
}

/** The types of JSON values that an element of a type can have. */
const JSON_TYPE: Readonly<Record<string, string>> = { uint: 'number', boolean: 'boolean', text: 'string' };
const NAMES: Readonly<Record<string, string>> = {
  uint: 'a whole number',
  boolean: 'true or false',
  text: 'text; put numbers in quotes',
};

const isOfType = (value: unknown, type: string) =>
  JSON_TYPE[type] === undefined ? typeof value === 'string' : JSON_TYPE[type] === typeof value;

function coded({ codes = {}, otherwise }: Options, type: string): Convert | OptionProblem {
  const table = new Map(Object.entries(codes));
  const isWrong = (value: unknown) => !isOfType(value, type);
  const must = (option: keyof Options) => ({
    option,
    message: `must become ${NAMES[type] ?? 'text'}`,
  });
  if (table.size === 0) return { option: 'otherwise', message: 'needs codes' };
  if ([...table.values()].some(isWrong)) return must('codes');
  if (otherwise !== undefined && isWrong(otherwise)) return must('otherwise');
  return (text) => {
    const value = table.get(text) ?? otherwise;
    return value === undefined ? { problem: 'has a code that the map does not list' } : { value };
  };
}

/** How the text of columns becomes a value of a type, or what is wrong with the options. */
export function converter(
  options: Options,
  type: string,
  defaultDates: DateFormat | undefined,
): Convert | OptionProblem {
  const { date, codes, otherwise } = options;
  if (codes !== undefined || otherwise !== undefined) {
    if (date !== undefined) return { option: 'date', message: 'cannot be used with codes' };
    return coded(options, type);
  }
  const isDate = DATES.includes(type);
  if (date !== undefined && !isDate) return { option: 'date', message: 'is for dates; this is none' };
  const format = date ?? defaultDates;
  if (isDate && format !== undefined) {
    const reader = readerOf(format);
    if (typeof reader === 'string') return { option: 'date', message: reader };
    if (type === 'date-time' && !reader.hasTime)
      return {
        option: date === undefined ? undefined : 'date',
        message: 'needs a date with hh:mm or hh:mm:ss',
      };
    return dates(format, reader, type);
  }
  const read = READERS[type];
  return (text) => ({ value: read?.(text).value ?? text });
}

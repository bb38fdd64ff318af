import { READERS } from '../columns.ts';
import { type DateReader, dateReader } from './dates.ts';
import type { DetailedSource, HolderMap } from './schema.ts';

/** Converts a text that is not empty. */
export type Convert = (text: string) => { readonly value: unknown } | { readonly problem: string };

type DateFormat = NonNullable<HolderMap['dates']>;
type Options = Pick<DetailedSource, 'date' | 'codes' | 'otherwise'>;

/** What is wrong with the map, and with which option. */
export interface OptionProblem {
  readonly option: keyof Options | undefined;
  readonly message: string;
}

const DATES = ['full-date', 'date', 'date-time'];

const partsOf = (date: DateFormat) => (typeof date === 'string' ? { format: date } : date);

/** A reader of dates, or what is wrong with its format. */
export function readerOf(date: DateFormat): DateReader | string {
  const { format, pivot } = partsOf(date);
  return dateReader(format, pivot);
}

function dates(date: DateFormat, reader: DateReader, type: string): Convert {
  const problem = `is not a date ${partsOf(date).format}`;
  return (text) => {
    const found = reader.read(text);
    if (!found) return { problem };
    const { day, time } = found;
    return { value: time === undefined || type === 'full-date' ? day : `${day}T${time}Z` };
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
  return (text) => ({ value: read ? read(text) : text });
}

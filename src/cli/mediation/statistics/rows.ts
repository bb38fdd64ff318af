import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { LARGEST, readText } from '../../bounded-file.ts';
import { UsageError } from '../../failures.ts';
import { microsOfAmount } from './amount.ts';
import { columnsOf, isRequired } from './columns.ts';
import type { Field, Profile } from './profile.ts';

/** Looks up what a file calls something. @throws UsageError */
export interface Names {
  readonly adUnitId: (name: string) => string;
  readonly adSourceId: (name: string) => string;
}

/** Looks up names, and knows which days the server takes. */
export interface Materials extends Names {
  /** Why a day cannot be imported; undefined if it can. */
  readonly dayProblem: (date: string) => string | undefined;
}

/** A row of a file, without its time of day. */
export interface FileRow {
  readonly line: number;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly adUnitId: string;
  readonly adSourceId: string;
  /** Further members of the row in the interface. */
  readonly members: Readonly<Record<string, string>>;
}

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)$/;
const COUNT = /^\d{1,15}$/;
const REGION = /^([A-Za-z]{2}|\d{3})$/;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Regions by their English names, as networks print them. */
function regions(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(codes.map((code) => [names.of(code)?.toLowerCase() ?? '', code]));
}

class Mistake extends Error {}

function dateOf(text: string): string {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = year === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date))
    throw new Mistake('is not a day such as 2026-03-01');
  return date;
}

function countOf(text: string): string {
  const digits = text.replaceAll(',', '').replace(/\.0+$/, '');
  if (!COUNT.test(digits)) throw new Mistake('is not a whole number from 0');
  return digits;
}

function moneyOf(text: string): string {
  const micros = microsOfAmount(text.replace(/^\$/, '').replaceAll(',', ''));
  if (micros === undefined || micros < 0n) throw new Mistake('is not an amount such as 12.34');
  return String(micros);
}

const COUNTS: ReadonlySet<string> = new Set<Field>([
  'adRequests',
  'matchedRequests',
  'impressions',
  'clicks',
  'bidRequests',
  'bidsInAuction',
  'winningBids',
]);

type Read = (text: string) => readonly [member: string, value: string];

function readers({ dayProblem, ...names }: Materials): (field: Field) => Read {
  const byName = regions();
  const region = (text: string) => {
    const code = REGION.test(text) ? text.toUpperCase() : byName.get(text.toLowerCase());
    if (code === undefined) throw new Mistake('is not a region such as DE or Germany');
    return code;
  };
  return (field) => (text) => {
    if (field === 'date') {
      const date = dateOf(text);
      const problem = dayProblem(date);
      if (problem !== undefined) throw new Mistake(problem);
      return [field, date];
    }
    if (field === 'adUnitId' || field === 'adSourceId') return [field, names[field](text)];
    if (field === 'country') return [field, region(text)];
    if (field === 'revenue') return ['revenueMicros', moneyOf(text)];
    return [field, COUNTS.has(field) ? countOf(text) : text];
  };
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parsed(path: string): readonly Parsed[] {
  try {
    const text = readText(path, { most: LARGEST.table, orInput: true });
    const options = { info: true, bom: true, skip_empty_lines: true, trim: true } as const;
    return parse(text, options) as unknown as readonly Parsed[];
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${path} is not CSV: ${error.message}`);
    throw error;
  }
}

/** Mistakes that are listed before the rest is counted. */
const LISTED = 20;

/** Reads a file by a profile. @throws UsageError with all mistakes by line and column */
export function rowsOf(path: string, profile: Profile, materials: Materials): readonly FileRow[] {
  const [head, ...lines] = parsed(path);
  if (!head) throw new UsageError(`${path} is empty; the first line names the columns`);
  const columns = columnsOf(head.record, profile, path);
  const readerOf = readers(materials);
  const mistakes: string[] = [];
  const constants = Object.entries(profile.constants) as [Field, string][];
  const rows = lines.flatMap(({ record, info }): readonly FileRow[] => {
    const members: Record<string, string> = {};
    const read = (field: Field, text: string, at: string) => {
      if (text === '') return;
      try {
        const [member, value] = readerOf(field)(profile.values[field]?.[text] ?? text);
        members[member] = value;
      } catch (error) {
        if (!(error instanceof Mistake) && !(error instanceof UsageError)) throw error;
        mistakes.push(`line ${info.lines}, ${at}: ${error.message}`);
      }
    };
    for (const [field, text] of constants) read(field, text, `constant ${field}`);
    for (const { field, heading, index, currency } of columns) {
      read(field, record[index] ?? '', `column “${heading}”`);
      if (currency !== undefined && field === 'revenue') read('currency', currency, `column “${heading}”`);
    }
    const { date, adUnitId, adSourceId, ...others } = members;
    if (date !== undefined && adUnitId !== undefined && adSourceId !== undefined)
      return [{ line: info.lines, date, adUnitId, adSourceId, members: others }];
    const empty = columns.find(({ field, index }) => isRequired(field) && (record[index] ?? '') === '');
    if (empty) mistakes.push(`line ${info.lines}, column “${empty.heading}”: is empty`);
    return [];
  });
  if (mistakes.length === 0) return rows;
  const more = mistakes.length > LISTED ? [`and ${mistakes.length - LISTED} more`] : [];
  const listed = [...mistakes.slice(0, LISTED), ...more].map((text) => `\n  ${text}`).join('');
  throw new UsageError(`nothing was imported; ${path} has mistakes:${listed}`);
}

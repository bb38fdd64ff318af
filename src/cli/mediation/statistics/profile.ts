import { fileURLToPath } from 'node:url';
import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../cli-errors.ts';
import { MARKS, type Mark } from './numbers.ts';

/**
 * What a file can have for each row. `date` is a day, `revenue` an amount in units; `app` and `platform` tell ad units of
 * one name apart.
 */
const FIELDS = [
  'date',
  'app',
  'platform',
  'adUnitId',
  'mediationGroupId',
  'lineId',
  'adSourceId',
  'country',
  'osVersion',
  'sdkVersion',
  'appVersion',
  'servingRestriction',
  'adRequests',
  'matchedRequests',
  'impressions',
  'clicks',
  'bidRequests',
  'bidsInAuction',
  'winningBids',
  'revenue',
  'currency',
] as const;
export type Field = (typeof FIELDS)[number];

export const NUMBERS: ReadonlySet<string> = new Set<Field>([
  'adRequests',
  'matchedRequests',
  'impressions',
  'clicks',
  'bidRequests',
  'bidsInAuction',
  'winningBids',
  'revenue',
]);

/** A unit behind a heading, as in “Estimated earnings (EUR)”. */
export const UNIT = / \(([^()]*)\)$/;

/** Without case, blanks and signs, which exports and interfaces of a network write differently. */
export const folded = (text: string): string => text.toLowerCase().replaceAll(/[ _/-]/g, '');

/** A heading without its unit. */
export const nameOf = (text: string): string => folded(text.replace(UNIT, ''));

type ByField = Readonly<Partial<Record<Field, string>>>;

/** How the columns of a file become rows. */
export interface Profile {
  /** The headings that the column of each field may have; the first one that the file has counts. */
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** Values of fields that have no column. */
  readonly constants: ByField;
  /**
   * What the file calls something, and what it is called here: for ad sources in the form of `folded`, and the first name
   * that the server has.
   */
  readonly values: Readonly<Partial<Record<Field, ReadonlyMap<string, readonly string[]>>>>;
  /** Headings of columns that are not imported. */
  readonly ignored: readonly string[];
  /** The mark before fractions. Without it, each column shows it. */
  readonly decimal?: Mark | undefined;
}

/** The networks whose profiles are shipped, and files with the names of the fields as headings. */
export const SOURCES = ['levelplay', 'max', 'admob', 'csv'] as const;
export type Source = (typeof SOURCES)[number];

const OWN: Profile = {
  columns: Object.fromEntries(FIELDS.map((field) => [field, [field]])),
  constants: {},
  values: {},
  ignored: [],
};

type Texts = readonly string[];

const isList = (value: unknown): value is Texts =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const listOf = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

const isMark = (value: unknown): value is Mark => (MARKS as readonly unknown[]).includes(value);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string');

const isField = (name: string) => (FIELDS as readonly string[]).includes(name);

/** @throws UsageError */
function checked(profile: unknown, path: string): Profile {
  const wrong = (problem: string) => new UsageError(`${path} is not a profile: ${problem}`);
  if (typeof profile !== 'object' || profile === null) throw wrong('it is not an object');
  const {
    columns = {},
    constants = {},
    values = {},
    ignored = [],
    documentation = [],
    decimal,
    ...others
  } = profile as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw wrong(`${other} is unknown; it has columns, constants, values, ignored, decimal and documentation`);
  if (!isTexts(constants)) throw wrong('constants must have texts by field');
  if (typeof columns !== 'object' || columns === null) throw wrong('columns must have headings by field');
  for (const [name, given] of Object.entries({ columns, constants })) {
    const unknown = Object.keys(given).find((field) => !isField(field));
    if (unknown !== undefined)
      throw wrong(`${name}.${unknown} is unknown; the fields are ${FIELDS.join(', ')}`);
  }
  const headings = Object.entries(columns).map(([field, sent]): [string, readonly string[]] => {
    const list = listOf(sent);
    if (!isList(list)) throw wrong(`columns.${field} must be a heading, or a list of headings`);
    return [field, list];
  });
  const maps = Object.entries(values as object).map(([field, map]): [string, ReadonlyMap<string, Texts>] => {
    const entries = Object.entries(Object(map) as object).map(
      ([text, names]) => [text, listOf(names)] as const,
    );
    if (!isField(field) || !isObject(map) || entries.some(([, names]) => !isList(names)))
      throw wrong(`values.${field} must have texts of a field`);
    const keyOf = (text: string) => (field === 'adSourceId' ? folded(text) : text);
    return [field, new Map(entries.map(([text, names]) => [keyOf(text), names as Texts]))];
  });
  if (!isList(ignored)) throw wrong('ignored must be a list of headings');
  if (!isList(documentation)) throw wrong('documentation must be a list of addresses');
  if (decimal !== undefined && !isMark(decimal)) throw wrong('decimal must be "." or ","');
  return {
    columns: Object.fromEntries(headings),
    constants,
    values: Object.fromEntries(maps),
    ignored,
    decimal,
  };
}

function read(path: string): unknown {
  try {
    return JSON.parse(readText(path)) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${error.message}`);
    throw error;
  }
}

/** The profile of a source. A file replaces the columns that it names, and adds the rest. */
export function profileOf(source: Source, path: string | undefined): Profile {
  const shipped = fileURLToPath(new URL(`../../../../data/statistics/${source}.json`, import.meta.url));
  const base = source === 'csv' ? OWN : checked(read(shipped), shipped);
  if (path === undefined) return base;
  const own = checked(read(path), path);
  const fields = new Set([...Object.keys(base.values), ...Object.keys(own.values)]) as Set<Field>;
  return {
    columns: { ...base.columns, ...own.columns },
    constants: { ...base.constants, ...own.constants },
    values: Object.fromEntries(
      [...fields].map((field) => [
        field,
        new Map([...(base.values[field] ?? []), ...(own.values[field] ?? [])]),
      ]),
    ),
    ignored: [...base.ignored, ...own.ignored],
    decimal: own.decimal,
  };
}

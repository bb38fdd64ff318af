import { fileURLToPath } from 'node:url';
import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../failures.ts';

/** Members of rows that a file can have. `date` is a day, `revenue` an amount in units. */
export const FIELDS = [
  'date',
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

type ByField = Readonly<Partial<Record<Field, string>>>;

/** How the columns of a file become rows. */
export interface Profile {
  /** The headings that the column of each field may have; the first one that the file has counts. */
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** Values of fields that have no column. */
  readonly constants: ByField;
  /** What the file calls something, and what it is called here. */
  readonly values: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>>;
  /** Headings of columns that are not imported. */
  readonly ignored: readonly string[];
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

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string');

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
    ...others
  } = profile as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw wrong(`${other} is unknown; it has columns, constants, values, ignored and documentation`);
  if (!isTexts(constants)) throw wrong('constants must have texts by field');
  if (typeof columns !== 'object' || columns === null) throw wrong('columns must have headings by field');
  for (const [name, given] of Object.entries({ columns, constants })) {
    const unknown = Object.keys(given).find((field) => !isField(field));
    if (unknown !== undefined)
      throw wrong(`${name}.${unknown} is unknown; the fields are ${FIELDS.join(', ')}`);
  }
  const headings = Object.entries(columns).map(([field, sent]): [string, readonly string[]] => {
    const list: unknown = typeof sent === 'string' ? [sent] : sent;
    if (!isList(list)) throw wrong(`columns.${field} must be a heading, or a list of headings`);
    return [field, list];
  });
  for (const [field, map] of Object.entries(values as object))
    if (!isField(field) || !isTexts(map)) throw wrong(`values.${field} must have texts of a field`);
  if (!isList(ignored)) throw wrong('ignored must be a list of headings');
  if (!isList(documentation)) throw wrong('documentation must be a list of addresses');
  return { columns: Object.fromEntries(headings), constants, values: values as Profile['values'], ignored };
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
      [...fields].map((field) => [field, { ...base.values[field], ...own.values[field] }]),
    ),
    ignored: [...base.ignored, ...own.ignored],
  };
}

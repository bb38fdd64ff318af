import { UsageError } from '../../cli-errors.ts';
import { microsOfAmount } from './amount.ts';
import { CellError, quoted } from './cell-error.ts';
import { type Column, columnsOf, isRequired } from './columns.ts';
import { currencyOf } from './currency.ts';
import { AMOUNT, COUNT, isAbsent, type Mark, markOf, readNumber } from './numbers.ts';
import { type Field, folded, NUMBERS, type Profile } from './profile.ts';
import { regionReader } from './regions.ts';
import { readTable, type Table, tableText } from './table.ts';
import type { NamedUnit } from './units.ts';

/** Looks up names, and knows which days the server takes. */
export interface Materials {
  /** @throws UsageError */
  readonly adUnitId: (named: NamedUnit) => string;
  /** @throws UsageError */
  readonly adSourceId: (names: readonly string[]) => string;
  /** Why a day cannot be imported; undefined if it can. */
  readonly dayProblem: (date: string) => string | undefined;
  /** The currency of the account. */
  readonly currency: string;
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

const DATE = /^(\d{4})([-/.]?)(\d\d)\2(\d\d)$/;

function dateOf(text: string): string {
  const [, year, , month, day] = DATE.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = year === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date))
    throw new CellError('is not a day such as 2026-03-01');
  return date;
}

const MOST_MICROS = 2n ** 63n - 1n;

/** Micros of an amount, and the sign of its currency. */
function moneyOf(text: string, mark: Mark | undefined) {
  const { text: digits, isNegative, sign } = readNumber(text, AMOUNT, mark);
  const micros = microsOfAmount(digits);
  if (micros === undefined || micros > MOST_MICROS) throw new CellError(AMOUNT.problem);
  if (isNegative) throw new CellError('is less than 0; the server takes amounts from 0');
  return { micros: String(micros), sign };
}

function countOf(text: string, mark: Mark | undefined): string {
  const { text: digits, isNegative, sign } = readNumber(text, COUNT, mark);
  if (isNegative || sign !== '') throw new CellError(COUNT.problem);
  return digits;
}

type Marks = ReadonlyMap<Field, Mark | undefined>;

const kindOf = (field: Field) => (field === 'revenue' ? AMOUNT : COUNT);

/** The decimal mark of each column with numbers. */
function marksOf(columns: readonly Column[], { decimal }: Profile, { rows, separator }: Table): Marks {
  const numbers = columns.filter(({ field }) => NUMBERS.has(field));
  return new Map(
    numbers.map(({ field, index }) => {
      const texts = rows.slice(1).map(({ cells }) => cells[index] ?? '');
      return [field, markOf(texts, kindOf(field), { decimal, separator })];
    }),
  );
}

interface Cell {
  readonly field: Field;
  readonly text: string;
  /** Where it is in the line. */
  readonly at: string;
}

type Cells = ReadonlyMap<Field, Cell>;

/** The cells of a record that are not empty. Constants stand for those that are. */
function cellsOf(record: readonly string[], columns: readonly Column[], { constants }: Profile): Cells {
  const cells = new Map<Field, Cell>();
  const add = (field: Field, text: string | undefined, at: string) => {
    if (text !== undefined && text !== '') cells.set(field, { field, text, at });
  };
  for (const [field, text] of Object.entries(constants) as [Field, string][])
    add(field, text, `constant ${field}`);
  for (const { field, heading, index, currency } of columns) {
    const at = `column “${heading}”`;
    add(field, record[index], at);
    if (field === 'revenue') add('currency', currency, at);
  }
  return cells;
}

/** The members of the interface that a cell becomes. @throws Mistake, UsageError */
function membersOf(
  { field, text }: Cell,
  cells: Cells,
  { materials, profile, marks, region }: Reading,
): Readonly<Record<string, string>> {
  const named = (of: Field) => {
    const cell = cells.get(of)?.text;
    return cell === undefined ? undefined : (profile.values[of]?.get(cell)?.[0] ?? cell);
  };
  const names = profile.values[field]?.get(field === 'adSourceId' ? folded(text) : text);
  const [name = text] = names ?? [];
  if (field === 'app' || field === 'platform') return {};
  if (field === 'adUnitId') {
    // A profile knows which one it means.
    const [app, platform] = names ? [] : [named('app'), named('platform')];
    return { adUnitId: materials.adUnitId({ unit: name, app, platform }) };
  }
  if (field === 'adSourceId') return { adSourceId: materials.adSourceId(names ?? [text]) };
  if (field === 'date') {
    const date = dateOf(name);
    const problem = materials.dayProblem(date);
    if (problem !== undefined) throw new UsageError(problem);
    return { date };
  }
  if (field === 'country') return { country: region(name) };
  if (field === 'currency') return { currency: currencyOf(name, undefined, materials.currency) };
  if (!NUMBERS.has(field)) return { [field]: name };
  if (isAbsent(name)) return {};
  if (field !== 'revenue') return { [field]: countOf(name, marks.get(field)) };
  const { micros, sign } = moneyOf(name, marks.get(field));
  if (sign === '') return { revenueMicros: micros };
  const given = named('currency');
  const row = given === undefined ? undefined : currencyOf(given, undefined, materials.currency);
  return { revenueMicros: micros, currency: currencyOf(sign, row, materials.currency) };
}

interface Reading {
  readonly profile: Profile;
  readonly materials: Materials;
  readonly marks: Marks;
  readonly region: (text: string) => string;
}

const problemOf = (text: string, error: unknown): string => {
  if (error instanceof CellError) return `${quoted(text)} ${error.message}`;
  if (!(error instanceof UsageError)) throw error;
  return error.message.includes(text) ? error.message : `${quoted(text)}: ${error.message}`;
};

/** Mistakes that are listed before the rest is counted. */
const LISTED = 20;

/** The rows of a file, and how it was read. */
interface ReadFile extends Pick<Table, 'encoding' | 'separator'> {
  readonly rows: readonly FileRow[];
}

/** Reads a file by a profile. @throws UsageError with all mistakes by line and column */
export function rowsOf(path: string, profile: Profile, materials: Materials): ReadFile {
  const table = readTable(path);
  const { encoding, separator } = table;
  const [head, ...lines] = table.rows;
  if (!head) throw new UsageError(`${path} is empty; the first line names the columns`);
  const columns = columnsOf(head.cells, profile, path);
  const reading: Reading = {
    profile,
    materials,
    marks: marksOf(columns, profile, table),
    region: regionReader(),
  };
  const mistakes: string[] = [];
  const rows = lines.flatMap(({ cells: record, line }): readonly FileRow[] => {
    const members: Record<string, string> = {};
    const cells = cellsOf(record, columns, profile);
    for (const cell of cells.values())
      try {
        Object.assign(members, membersOf(cell, cells, reading));
      } catch (error) {
        mistakes.push(`line ${line}, ${cell.at}: ${problemOf(cell.text, error)}`);
      }
    const { date, adUnitId, adSourceId, ...others } = members;
    const given = Object.entries(others).filter(([, value]) => value !== '');
    if (date !== undefined && adUnitId !== undefined && adSourceId !== undefined)
      return [{ line, date, adUnitId, adSourceId, members: Object.fromEntries(given) }];
    const empty = columns.find(({ field, index }) => isRequired(field) && (record[index] ?? '') === '');
    if (empty) mistakes.push(`line ${line}, column “${empty.heading}”: is empty`);
    return [];
  });
  if (mistakes.length === 0) return { rows, encoding, separator };
  const more = mistakes.length > LISTED ? [`and ${mistakes.length - LISTED} more`] : [];
  const listed = [...mistakes.slice(0, LISTED), ...more].map((text) => `\n  ${text}`).join('');
  throw new UsageError(`nothing was imported; ${path}, read as ${tableText(table)}, has mistakes:${listed}`);
}

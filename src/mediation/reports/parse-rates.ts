import { isRate, type RateRow } from './currency-conversion.ts';

/** The currency that rates count against, as in the files of the European Central Bank. */
export const RATES_BASE = 'EUR';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CURRENCY = /^[A-Z]{3}$/;

/** A value of a file, and where it begins: both count from 1, the column in characters. */
interface Cell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

type Line = readonly [Cell, ...Cell[]];

function check(holds: boolean, { line, column }: Cell, problem: string): void {
  if (!holds) throw new RangeError(`line ${line}, column ${column}: ${problem}`);
}

/** Without quotes: none of the values contains a comma. */
function cellsOf(text: string, index: number): Line {
  let column = 1;
  const cells = text.split(',').map((cell): Cell => {
    const begins = column + cell.length - cell.trimStart().length;
    column += cell.length + 1;
    return { text: cell.trim(), line: index + 1, column: begins };
  });
  return cells as unknown as Line;
}

function dateOf([cell]: Line): string {
  const { text } = cell;
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
  check(exists, cell, 'is not a day such as 2026-03-01');
  return text;
}

/** The cell at a place; where the line ends if it has no such cell. */
function cellAt(line: Line, place: number): Cell {
  const last = line.at(-1)!;
  return line[place] ?? { text: '', line: last.line, column: last.column + last.text.length };
}

const RATE_FORM = 'is not a rate above zero with at most 12 places, such as 1.25';

interface Found extends RateRow {
  readonly cell: Cell;
}

/** `date,currency,rate` */
function oneRate(line: Line): readonly Found[] {
  const [currency, rate] = [cellAt(line, 1), cellAt(line, 2)];
  check(CURRENCY.test(currency.text), currency, 'is not a currency such as USD');
  check(isRate(rate.text), rate, RATE_FORM);
  check(line.length <= 3, cellAt(line, 3), 'the line has more than a date, a currency and a rate');
  return [{ date: dateOf(line), currency: currency.text, rate: rate.text, cell: currency }];
}

/** `Date,USD,JPY,…` as in eurofxref-hist.csv: a column for each currency, N/A where there is no rate. */
function ratesOfDay(currencies: readonly Cell[]) {
  return (line: Line): readonly Found[] => {
    const date = dateOf(line);
    return line.slice(1).flatMap((cell, index) => {
      const { text: rate } = cell;
      if (rate === '' || rate === 'N/A') return [];
      const currency = currencies[index]?.text ?? '';
      check(currency !== '', cell, 'has no currency above it in the first line');
      check(isRate(rate), cell, `${RATE_FORM}; a rate that is not known is N/A`);
      return [{ date, currency, rate, cell }];
    });
  };
}

function readerOf(head: Line) {
  const [date, ...currencies] = head;
  if (head.map(({ text }) => text.toLowerCase()).join() === 'date,currency,rate') return oneRate;
  check(
    date.text === 'Date',
    date,
    'the first line is neither "date,currency,rate" nor "Date" and currencies',
  );
  for (const cell of currencies)
    check(cell.text === '' || CURRENCY.test(cell.text), cell, 'is not a currency such as USD');
  return ratesOfDay(currencies);
}

/**
 * Reads rates for one unit of RATES_BASE from CSV. Days before `since` are left out. @throws RangeError with
 * the line and the column of the first mistake
 */
export function parseRates(text: string, since: string): readonly RateRow[] {
  const all = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map(cellsOf);
  const lines = all.filter((cells) => cells.some((cell) => cell.text !== ''));
  const [head = all[0]!, ...rest] = lines;
  const read = readerOf(head);
  const seen = new Set<string>();
  return rest
    .filter((line) => dateOf(line) >= since)
    .flatMap(read)
    .map(({ cell, ...row }) => {
      const name = `${row.date} ${row.currency}`;
      check(!seen.has(name), cell, `has a second rate of ${row.currency} for ${row.date}`);
      seen.add(name);
      return row;
    });
}

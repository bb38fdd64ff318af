import type { RateRow } from './money.ts';

/** The currency that rates count against, as in the files of the European Central Bank. */
export const RATES_BASE = 'EUR';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Without quotes: none of the values contains a comma. */
const cellsOf = (line: string) => line.split(',').map((cell) => cell.trim());

interface Line {
  readonly at: number;
  readonly cells: readonly string[];
}

function check(holds: boolean, at: number, problem: string): void {
  if (!holds) throw new RangeError(`line ${at}: ${problem}`);
}

const dateOf = ({ at, cells: [date = ''] }: Line) => {
  check(DATE.test(date), at, 'does not begin with a date such as 2026-03-01');
  return date;
};

/** `date,currency,rate` */
function oneRate(line: Line): readonly RateRow[] {
  const [, currency = '', rate = ''] = line.cells;
  check(CURRENCY.test(currency), line.at, 'has no currency such as USD in its second column');
  return [{ date: dateOf(line), currency, rate }];
}

/** `Date,USD,JPY,…` as in eurofxref-hist.csv: a column for each currency, N/A where there is no rate. */
function ratesOfDay(currencies: readonly string[]) {
  return (line: Line): readonly RateRow[] => {
    const date = dateOf(line);
    return currencies.flatMap((currency, index) => {
      const rate = line.cells[index + 1] ?? '';
      return currency === '' || rate === '' || rate === 'N/A' ? [] : [{ date, currency, rate }];
    });
  };
}

/** Reads rates for one unit of RATES_BASE from CSV. Days before `since` are left out. @throws RangeError */
export function parseRates(text: string, since: string): readonly RateRow[] {
  const lines = text
    .split('\n')
    .map((line, index): Line => ({ at: index + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rest] = lines;
  const names = head?.cells ?? [];
  const isTall = names.join().toLowerCase() === 'date,currency,rate';
  const currencies = names.slice(1);
  const isWide = names[0] === 'Date' && currencies.every((name) => name === '' || CURRENCY.test(name));
  check(isTall || isWide, 1, 'is neither "date,currency,rate" nor "Date" and currencies');
  const read = isTall ? oneRate : ratesOfDay(currencies);
  return rest.filter((line) => dateOf(line) >= since).flatMap(read);
}

import type { Line, SnapshotLine } from './snapshot.ts';

/** Compares non-negative decimal integers without leading zeros. */
function compareDecimals(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

type PricedLine = Omit<SnapshotLine, 'countryCpmMicros'>;

/** The line with its price in a country. */
function priced(line: SnapshotLine, country: string): PricedLine {
  if (!line.countryCpmMicros) return line;
  const { countryCpmMicros, ...rest } = line;
  const observed = Object.hasOwn(countryCpmMicros, country) ? countryCpmMicros[country] : undefined;
  return observed === undefined ? rest : { ...rest, cpmMicros: observed };
}

const isOwn = ({ kind }: PricedLine) => Number(kind === 'NETWORK');

/** Sorts by price, highest first. Among equal prices the own network comes last; others are sorted by id. */
function compareLines(one: PricedLine, other: PricedLine): number {
  const byPrice = compareDecimals(other.cpmMicros, one.cpmMicros);
  if (byPrice !== 0) return byPrice;
  return isOwn(one) - isOwn(other) || (one.id < other.id ? -1 : Number(one.id > other.id));
}

export interface OrderedLines {
  /** Lines that are requested all at once. */
  readonly bidding: readonly Line[];
  /** Lines that are tried one after the other. */
  readonly waterfall: readonly Line[];
}

/** `country`: of the request; absent or empty if unknown. */
export function orderLines(lines: readonly SnapshotLine[], country = ''): OrderedLines {
  const region = country.toUpperCase();
  const sorted = lines.map((line) => priced(line, region)).sort(compareLines);
  return {
    bidding: sorted.filter(({ kind }) => kind === 'BIDDING'),
    waterfall: sorted.filter(({ kind }) => kind !== 'BIDDING'),
  };
}

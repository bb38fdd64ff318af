import type { SnapshotLine } from './snapshot.ts';

/** Compares non-negative decimal integers without leading zeros. */
function compareDecimals(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

const isOwn = ({ kind }: SnapshotLine) => Number(kind === 'NETWORK');

/** Sorts by price, highest first. Among equal prices the own network comes last; others are sorted by id. */
function compareLines(one: SnapshotLine, other: SnapshotLine): number {
  const byPrice = compareDecimals(other.cpmMicros, one.cpmMicros);
  if (byPrice !== 0) return byPrice;
  return isOwn(one) - isOwn(other) || (one.id < other.id ? -1 : Number(one.id > other.id));
}

export interface OrderedLines {
  /** Lines that are requested all at once. */
  readonly bidding: readonly SnapshotLine[];
  /** Lines that are tried one after the other. */
  readonly waterfall: readonly SnapshotLine[];
}

export function orderLines(lines: readonly SnapshotLine[]): OrderedLines {
  const sorted = [...lines].sort(compareLines);
  return {
    bidding: sorted.filter(({ kind }) => kind === 'BIDDING'),
    waterfall: sorted.filter(({ kind }) => kind !== 'BIDDING'),
  };
}

import type { WholeNumber } from '../../conventions/whole-numbers.ts';
import type { CountedMetric } from './statistics.ts';

/** The files cannot be read, or changed meanwhile, so the same must be read from the database. */
export class ParquetUnreadable extends Error {
  override readonly name = 'ParquetUnreadable';
}

/** Columns of stored combinations of dimensions. */
export interface KeyPage {
  readonly keyNos: number[];
  /** The number that stands for all combinations which a report does not tell apart. */
  readonly firsts: number[];
  /** Whether each feed and day is a sum of its own, because its money is converted. */
  readonly apart: boolean[];
}

/** A feed, the feed that stands for all which the report does not tell apart, and the bits of the metrics that count. */
export type LedFeed = readonly [feedNo: number, leader: number, metrics: number];

/** What counts of a feed on a day, if it is not what counts on the others. */
export type Counted = readonly [feedNo: number, day: number, metrics: number];

export interface SumsQuery {
  /** Numbers of days that are in files. */
  readonly days: readonly number[];
  readonly feeds: readonly LedFeed[];
  readonly counted: readonly Counted[];
  readonly metrics: readonly CountedMetric[];
  /** Whether a sum for each feed, day and combination is few rows. */
  readonly isFew: boolean;
}

/** A leading feed, a day, a leading combination, the bits of what counts, and the sums in the order of the query. */
export type SummedRow = readonly [
  feedNo: number,
  day: number,
  keyNo: number,
  metrics: number,
  ...sums: WholeNumber[],
];

/** Days of a publisher that were in files when they were opened. */
export interface OpenDays extends AsyncDisposable {
  readonly days: ReadonlySet<number>;
  /** The combinations to read; before the first sums. @throws ParquetUnreadable */
  setKeys(pages: Iterable<KeyPage>): Promise<void>;
  /** In pages, in ascending order of feed and day. @throws ParquetUnreadable */
  sums(query: SumsQuery): AsyncIterable<readonly SummedRow[]>;
  /** @throws ParquetUnreadable if a batch changed one of the days since they were opened */
  requireUnchanged(): Promise<void>;
}

/** Statistics of whole days in files, which are equal to those of the database. */
export interface ParquetDays {
  /** Undefined if none of the days is in a file. */
  open(
    publisherId: string,
    range: { readonly first: number; readonly last: number },
    signal: AbortSignal | undefined,
  ): Promise<OpenDays | undefined>;
}

import type { WholeNumber } from '../../conventions/whole-numbers.ts';
import type { CountedMetric } from './statistics.ts';

/** The files cannot be read, or changed meanwhile, so the same must be read from the database. */
export class ParquetUnreadable extends Error {
  override readonly name = 'ParquetUnreadable';
}

/** Columns of stored combinations of dimensions. */
export interface KeyPage {
  readonly keyNos: number[];
  /** The combination under whose number the report adds each of them up. */
  readonly sumKeyNos: number[];
  /** Whether each feed and day is a sum of its own, because its money is converted. */
  readonly byFeedAndDay: boolean[];
}

/** A feed, the feed under whose number the report adds it up, and the bits of the metrics that count. */
export type SummedFeed = readonly [feedNo: number, sumFeedNo: number, metrics: number];

/** The bits of the metrics that count for a feed on one day, if they differ from those of its other days. */
export type DayMetrics = readonly [feedNo: number, day: number, metrics: number];

export interface SumsQuery {
  /** Numbers of days that are in files. */
  readonly days: readonly number[];
  readonly feeds: readonly SummedFeed[];
  readonly dayMetrics: readonly DayMetrics[];
  readonly metrics: readonly CountedMetric[];
  /** Whether a sum for each feed, day and combination is few rows. */
  readonly isFew: boolean;
}

/** The numbers of a feed, a day and a combination, the bits of the metrics that count, and the sums in the order of the query. */
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

import type { Feed, StatisticsRow, StatisticsStore } from '../ports/statistics.ts';
import type { Day } from './calendar.ts';
import { Combinations } from './combinations.ts';
import type { StatisticsQuery } from './query.ts';
import type { Rows } from './rows.ts';
import { type MetricsOf, settledBeforeEstimated } from './settled.ts';
import { runsOf, type Span } from './spans.ts';
import { inTurns } from './steps.ts';

export type StatisticsReader = Pick<StatisticsStore, 'feeds' | 'dimensions' | 'rows' | 'settledDays'>;

export interface Reading {
  readonly publisherId: string;
  readonly query: StatisticsQuery;
  readonly unit: 'HOUR' | 'DAY';
  readonly spans: readonly Span[];
  readonly timeOf: (day: Day) => string;
}

/** Number of stored rows in one step: a few milliseconds. */
const STEP = 5000;

/** Whether the filters admit the ad source of a feed. */
function admitted({ filters }: StatisticsQuery) {
  const sets = filters
    .filter(({ dimension }) => dimension === 'AD_SOURCE')
    .map(({ anyOf }) => new Set(anyOf));
  return ({ adSourceId }: Feed) => sets.every((set) => set.has(adSourceId));
}

interface FeedRows {
  readonly page: readonly StatisticsRow[];
  readonly run: readonly Span[];
  readonly feed: Feed;
  readonly metricsOf: MetricsOf;
  readonly amountOf: (keyNo: number) => number | undefined;
}

/** Adds a page of rows in ascending order of time. Returns the place of its last span in the run. */
function* added({ page, run, feed, metricsOf, amountOf }: FeedRows, from: number, rows: Rows) {
  let at = from;
  let span = run[at]!;
  let metrics = metricsOf(feed, span.settledDay);
  yield* rows.startDay(span.day);
  for (const [index, row] of page.entries()) {
    if (index % STEP === STEP - 1) yield;
    if (row.time >= span.before) {
      while (row.time >= span.before) span = run[++at]!;
      metrics = metricsOf(feed, span.settledDay);
      yield* rows.startDay(span.day);
    }
    if (metrics === 0) continue;
    const amount = amountOf(row.keyNo);
    if (amount !== undefined) rows.add(amount, row, metrics);
  }
  return at;
}

/** Reads the statistics of a report and adds them to its rows, in steps. */
export async function readStatistics(
  store: StatisticsReader,
  { publisherId, query, unit, spans, timeOf }: Reading,
  rows: Rows,
): Promise<void> {
  const feeds = (await store.feeds(publisherId)).filter(admitted(query));
  if (feeds.length === 0 || spans.length === 0) return;
  const combinations = new Combinations(query);
  for await (const page of store.dimensions(publisherId)) for (const each of page) combinations.add(each);
  const [first, last] = [spans[0]!.settledDay, spans.at(-1)!.settledDay];
  const metricsOf = settledBeforeEstimated(await store.settledDays(publisherId, first, last));
  for (const run of runsOf(spans, timeOf)) {
    for (const feed of feeds) {
      const amountOf = combinations.amounts(feed, rows);
      const range = { feedNo: feed.feedNo, unit, from: run[0]!.from, before: run.at(-1)!.before };
      let at = 0;
      for await (const page of store.rows(range))
        at = await inTurns(added({ page, run, feed, metricsOf, amountOf }, at, rows));
    }
  }
}

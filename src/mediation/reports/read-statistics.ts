import type { Feed, StatisticsRow, StatisticsStore } from '../ports/statistics.ts';
import type { Day } from './calendar.ts';
import type { Combinations } from './combinations.ts';
import type { StatisticsQuery } from './query.ts';
import type { Rows } from './rows.ts';
import { type MetricsOf, settledBeforeEstimated } from './settled.ts';
import { runsOf, type Span } from './spans.ts';
import { inTurns } from './steps.ts';

export type StatisticsReader = Pick<
  StatisticsStore,
  'feeds' | 'dimensions' | 'lastKeyNo' | 'rows' | 'settledDays'
>;

export interface Reading {
  readonly publisherId: string;
  readonly query: StatisticsQuery;
  readonly combinations: Combinations;
  readonly unit: 'HOUR' | 'DAY';
  readonly spans: readonly Span[];
  readonly timeOf: (day: Day) => string;
  /** Aborted when nobody waits for the report. */
  readonly signal: AbortSignal | undefined;
}

/** Whether the filters admit the ad source of a feed. */
function admitted({ filters }: StatisticsQuery) {
  const sets = filters
    .filter(({ dimension }) => dimension === 'AD_SOURCE')
    .map(({ anyOf }) => new Set(anyOf));
  return ({ adSourceId }: Feed) => sets.every((set) => set.has(adSourceId));
}

/** Ad units that are looked up one by one; for more of them, all combinations of dimensions are read. */
const MOST_AD_UNITS = 100;

/** The ad units of a filter, if they are few. */
function soughtAdUnits({ filters }: StatisticsQuery): readonly string[] | undefined {
  const filter = filters.find(({ dimension }) => dimension === 'AD_UNIT');
  const adUnits = filter && [...new Set(filter.anyOf)];
  return adUnits && adUnits.length <= MOST_AD_UNITS ? adUnits : undefined;
}

interface FeedRows {
  readonly page: readonly StatisticsRow[];
  readonly run: readonly Span[];
  readonly feed: Feed;
  readonly metricsOf: MetricsOf;
}

/** Adds a page of rows in ascending order of time. Returns the place of its last span in the run. */
function* added({ page, run, feed, metricsOf }: FeedRows, from: number, rows: Rows) {
  let at = from;
  let span = run[at]!;
  let metrics = metricsOf(feed, span.settledDay);
  yield* rows.start(feed.adSourceId, span.day);
  yield* rows.makeRoom(page.length);
  for (const row of page) {
    if (row[0] >= span.before) {
      while (row[0] >= span.before) span = run[++at]!;
      metrics = metricsOf(feed, span.settledDay);
      yield* rows.start(feed.adSourceId, span.day);
    }
    if (metrics !== 0) rows.add(row, metrics);
  }
  return at;
}

/** Reads the statistics of a report and adds them to its rows, in steps. */
export async function readStatistics(
  store: StatisticsReader,
  { publisherId, query, combinations, unit, spans, timeOf, signal }: Reading,
  rows: Rows,
): Promise<void> {
  const feeds = (await store.feeds(publisherId)).filter(admitted(query));
  if (feeds.length === 0 || spans.length === 0) return;
  const { names } = combinations;
  for (const adUnit of soughtAdUnits(query) ?? [undefined])
    for await (const page of store.dimensions({ publisherId, names, adUnit }))
      await inTurns(combinations.add(page), signal);
  const keyNos = combinations.sought;
  if (keyNos?.length === 0) return;
  // Looking up a row takes about twice as long as reading it in order, and most feeds have none of a combination.
  const isSeldom = keyNos && keyNos.length * feeds.length * 2 < (await store.lastKeyNo(publisherId));
  const asked = { unit, metrics: rows.summed, ...(isSeldom && { keyNos }) };
  const [first, last] = [spans[0]!.settledDay, spans.at(-1)!.settledDay];
  const metricsOf = settledBeforeEstimated(await store.settledDays(publisherId, first, last));
  for (const run of runsOf(spans, timeOf)) {
    for (const feed of feeds) {
      const range = { feedNo: feed.feedNo, from: run[0]!.from, before: run.at(-1)!.before };
      let at = 0;
      for await (const page of store.rows({ ...range, ...asked }))
        at = await inTurns(added({ page, run, feed, metricsOf }, at, rows), signal);
    }
  }
}

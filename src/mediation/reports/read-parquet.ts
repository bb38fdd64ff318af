import { inTurns } from '../../conventions/event-loop-turns.ts';
import type { DayMetrics, OpenDays, SummedFeed, SummedRow } from '../ports/parquet.ts';
import type { Feed } from '../ports/statistics.ts';
import type { Combinations } from './combination-limit.ts';
import type { Span } from './day-spans.ts';
import type { Timetable } from './reading-order.ts';
import type { Rows } from './report-rows.ts';
import type { SettledDays } from './settled-days.ts';
import type { StatisticsQuery } from './statistics-query.ts';

interface Reading extends Pick<Timetable, 'spans' | 'timeOf' | 'signal'> {
  readonly query: StatisticsQuery;
  readonly combinations: Combinations;
}

interface Parts {
  readonly reading: Reading;
  readonly feeds: readonly Feed[];
  readonly rows: Rows;
}

/** Sums for each feed, day and combination that are made before others. */
const FEW = 2_000_000;

const STEP = 1000;

/** The metrics that count for a feed on a day for which nothing was settled. */
const usualMetrics = ({ settled, metrics }: Feed) => (settled ? 0 : metrics);

/** Each feed with the first feed of its ad source, or the first of all if the report does not show ad sources. */
function summedFeeds({ groupBy }: StatisticsQuery, feeds: readonly Feed[]): readonly SummedFeed[] {
  const firstOf = new Map<string, number>();
  return feeds.map((feed) => {
    const value = groupBy.includes('AD_SOURCE') ? feed.adSourceId : '';
    const first = firstOf.get(value) ?? feed.feedNo;
    firstOf.set(value, first);
    return [feed.feedNo, first, usualMetrics(feed)];
  });
}

/** The metrics that count on days for which something was settled, where they differ from the usual ones. */
function* dayMetricsIn(
  settled: SettledDays,
  ofSource: ReadonlyMap<string, readonly Feed[]>,
): Generator<void, readonly DayMetrics[]> {
  const different: DayMetrics[] = [];
  let looked = 0;
  for (const [day, adSourceId] of settled.settled()) {
    for (const feed of ofSource.get(adSourceId) ?? []) {
      const bits = settled.countedOf(feed, day);
      if (bits !== usualMetrics(feed)) different.push([feed.feedNo, day, bits]);
    }
    looked += 1;
    if (looked % STEP === 0) yield;
  }
  return different;
}

/** Reads the days of a report that are in files, those of one value of the time dimension at once. */
export async function filesInRuns(files: OpenDays, { reading, feeds, rows }: Parts) {
  const { spans, timeOf, query, combinations, signal } = reading;
  const summed = summedFeeds(query, feeds);
  const byNumber = new Map(feeds.map((feed) => [feed.feedNo, feed]));
  const ofSource = Map.groupBy(feeds, ({ adSourceId }) => adSourceId);
  const filed = spans.filter(({ from }) => files.days.has(from));
  const runs = [...Map.groupBy(filed, ({ day }) => timeOf(day)).values()];
  await files.setKeys(rows.keys());

  function* added(page: readonly SummedRow[], days: ReadonlyMap<number, string>): Generator<void> {
    yield* rows.makeRoom(page.length);
    for (const [feedNo, day, keyNo, metrics, ...sums] of page) {
      yield* rows.start(byNumber.get(feedNo)!, days.get(day)!);
      rows.add([day, keyNo, ...sums], metrics);
    }
  }

  async function read(run: readonly Span[], settled: SettledDays): Promise<void> {
    const isFew = feeds.length * run.length * combinations.size <= FEW;
    const dayMetrics = await inTurns(dayMetricsIn(settled, ofSource), signal);
    const days = run.map(({ from }) => from);
    const texts = new Map(run.map(({ from, day }) => [from, day]));
    for await (const page of files.sums({ days, feeds: summed, dayMetrics, metrics: rows.summed, isFew }))
      await inTurns(added(page, texts), signal);
  }

  return {
    /** Reads the runs that begin before a day. `settledIn`: what was settled on the days of a run. */
    async readBefore(day: number, settledIn: (run: readonly Span[]) => Promise<SettledDays>): Promise<void> {
      for (let next = runs[0]; next !== undefined && next[0]!.from < day; next = runs[0]) {
        runs.shift();
        await read(next, await settledIn(next));
      }
    },
  };
}

import { inTurns } from '../../conventions/event-loop-turns.ts';
import type { ParquetDays } from '../ports/parquet.ts';
import type { Feed, StatisticsRow, StatisticsStore } from '../ports/statistics.ts';
import type { Combinations } from './combination-limit.ts';
import { daysOfRun, type Span } from './day-spans.ts';
import { filesInRuns } from './read-parquet.ts';
import { Agenda, type Course, coursesIn, type Timetable } from './reading-order.ts';
import type { Rows } from './report-rows.ts';
import { SettledDays } from './settled-days.ts';
import type { StatisticsQuery } from './statistics-query.ts';

type StatisticsReader = Pick<StatisticsStore, 'feeds' | 'dimensions' | 'lastKeyNo' | 'rows' | 'settledDays'>;

interface Reading extends Timetable {
  readonly publisherId: string;
  readonly query: StatisticsQuery;
  readonly combinations: Combinations;
  readonly parquet: ParquetDays | undefined;
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

/** Rows of a course in ascending order of time, within the spans of a run. */
interface Part {
  readonly course: Course;
  readonly page: readonly StatisticsRow[];
  readonly run: readonly Span[];
  readonly settled: SettledDays;
}

/** Adds what counts; returns whether there was any. */
function* added({ course, page, run, settled }: Part, rows: Rows): Generator<void, boolean> {
  const { feed, isFor } = course;
  yield* rows.makeRoom(page.length);
  let at = -1;
  let before = Number.NEGATIVE_INFINITY;
  let metrics = 0;
  let any = false;
  for (const row of page) {
    if (row[0] >= before) {
      while (row[0] >= run[++at]!.before);
      const { day, settledDay } = run[at]!;
      before = run[at]!.before;
      metrics = isFor(settledDay) ? settled.countedOf(feed, settledDay) : 0;
      yield* rows.start(feed, day);
    }
    if (metrics !== 0) any = rows.add(row, metrics) || any;
  }
  return any;
}

/** Rows of all feeds that are kept, besides those of one page of each. */
const MOST_AHEAD = 100_000;
const LEAST_PAGE = 10;

/** What was settled on the days of a run, which is read by hour or by day. */
async function settledIn(store: StatisticsReader, publisherId: string, run: readonly Span[]) {
  const settled = new SettledDays();
  const days = [...run, ...daysOfRun(run)].map(({ settledDay }) => settledDay);
  for await (const page of store.settledDays(publisherId, Math.min(...days), Math.max(...days)))
    for (const day of page) settled.add(day);
  return settled;
}

/**
 * Reads the statistics of a report and adds them to its rows, in steps. Returns whether there were days without hours
 * although hours were to be read.
 */
export async function readStatistics(
  store: StatisticsReader,
  reading: Reading,
  rows: Rows,
): Promise<{ readonly daysOnly: boolean }> {
  const { publisherId, query, combinations, parquet, unit, spans, signal } = reading;
  const nothing = { daysOnly: false };
  const feeds = (await store.feeds(publisherId)).filter(admitted(query));
  if (feeds.length === 0 || spans.length === 0) return nothing;
  const { names } = combinations;
  for (const adUnit of soughtAdUnits(query) ?? [undefined])
    for await (const page of store.dimensions({ publisherId, names, adUnit }))
      await inTurns(combinations.add(page), signal);
  const keyNos = combinations.sought;
  if (keyNos?.length === 0) return nothing;
  // Looking up a row takes about twice as long as reading it in order, and most feeds have none of a combination.
  const isSeldom = keyNos && keyNos.length * feeds.length * 2 < (await store.lastKeyNo(publisherId));
  const inFiles = unit === 'DAY' && !isSeldom ? parquet : undefined;
  const range = { first: spans[0]!.from, last: spans.at(-1)!.from };
  await using files = await inFiles?.open(publisherId, range, signal);
  const stored = files ? spans.filter(({ from }) => !files.days.has(from)) : spans;
  const courses = coursesIn(
    store,
    { ...reading, spans: stored },
    {
      metrics: rows.summed,
      pageSize: Math.max(LEAST_PAGE, Math.floor(MOST_AHEAD / feeds.length)),
      ...(isSeldom && { keyNos }),
    },
  );
  const agenda = new Agenda(courses.runs.length);
  for (const feed of stored.length > 0 ? feeds : []) {
    for (const course of await courses.of(feed)) {
      signal?.throwIfAborted();
      await agenda.place(course, 0);
    }
  }
  const parts = files && (await filesInRuns(files, { reading, feeds, rows }));
  let daysOnly = false;
  for (const [at, run] of courses.runs.entries()) {
    await parts?.readBefore(run[0]!.from, (days) => settledIn(store, publisherId, days));
    const due = agenda.due(at);
    if (due.length === 0) continue;
    const settled = await settledIn(store, publisherId, run);
    for (const course of due) {
      const own = course.runs[at]!;
      const { before } = own.at(-1)!;
      for (let page = course.rows.take(before); page.length > 0; page = course.rows.take(before)) {
        const any = await inTurns(added({ course, page, run: own, settled }, rows), signal);
        if (any && unit === 'HOUR' && course.unit === 'DAY') daysOnly = true;
        await course.rows.next(own[0]!.from);
      }
      await agenda.place(course, at + 1);
    }
  }
  await parts?.readBefore(Number.POSITIVE_INFINITY, (days) => settledIn(store, publisherId, days));
  await files?.requireUnchanged();
  return { daysOnly };
}

import type { Feed, StatisticsRow, StatisticsStore } from '../ports/statistics.ts';
import type { Day } from './calendar.ts';
import type { Combinations } from './combinations.ts';
import { FeedRows } from './feed-rows.ts';
import type { StatisticsQuery } from './query.ts';
import type { Rows } from './rows.ts';
import { SettledDays } from './settled.ts';
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

/** Rows of a feed in ascending order of time, within the spans of a run. */
interface Part {
  readonly feed: Feed;
  readonly page: readonly StatisticsRow[];
  readonly run: readonly Span[];
  readonly settled: SettledDays;
}

function* added({ feed, page, run, settled }: Part, rows: Rows): Generator<void> {
  yield* rows.makeRoom(page.length);
  let at = -1;
  let before = Number.NEGATIVE_INFINITY;
  let metrics = 0;
  for (const row of page) {
    if (row[0] >= before) {
      while (row[0] >= run[++at]!.before);
      const { day, settledDay } = run[at]!;
      before = run[at]!.before;
      metrics = settled.countedOf(feed, settledDay);
      yield* rows.start(feed.adSourceId, day);
    }
    if (metrics !== 0) rows.add(row, metrics);
  }
}

/** Rows of all feeds that are kept, besides those of one page of each. */
const MOST_AHEAD = 100_000;
const LEAST_PAGE = 10;

/** The feeds by the first run in which they have rows that were not read: a year of many feeds has few. */
class Agenda {
  readonly #runs: readonly (readonly Span[])[];
  readonly #due: FeedRows[][];

  constructor(runs: readonly (readonly Span[])[]) {
    this.#runs = runs;
    this.#due = runs.map(() => []);
  }

  /** Places a feed, whose rows up to a run were read. */
  async place(feed: FeedRows, from: number): Promise<void> {
    for (let at = from; at < this.#runs.length; ) {
      const time = await feed.next(this.#runs[at]![0]!.from);
      if (time === undefined) return;
      while (at < this.#runs.length && this.#runs[at]!.at(-1)!.before <= time) at += 1;
      // A row between two runs is left out.
      if (at === this.#runs.length || time < this.#runs[at]![0]!.from) continue;
      this.#due[at]!.push(feed);
      return;
    }
  }

  /** The feeds that have rows in a run. */
  due(run: number): readonly FeedRows[] {
    return this.#due[run]!;
  }
}

/** What was settled on the days of a run. */
async function settledIn(store: StatisticsReader, publisherId: string, run: readonly Span[]) {
  const settled = new SettledDays();
  const [first, last] = [run[0]!.settledDay, run.at(-1)!.settledDay];
  for await (const page of store.settledDays(publisherId, first, last))
    for (const day of page) settled.add(day);
  return settled;
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
  const asked = {
    unit,
    metrics: rows.summed,
    from: spans[0]!.from,
    before: spans.at(-1)!.before,
    pageSize: Math.max(LEAST_PAGE, Math.floor(MOST_AHEAD / feeds.length)),
    ...(isSeldom && { keyNos }),
  };
  const runs = runsOf(spans, timeOf);
  const agenda = new Agenda(runs);
  for (const feed of feeds) {
    signal?.throwIfAborted();
    await agenda.place(new FeedRows(store, feed, asked), 0);
  }
  for (const [at, run] of runs.entries()) {
    const due = agenda.due(at);
    if (due.length === 0) continue;
    const settled = await settledIn(store, publisherId, run);
    const { before } = run.at(-1)!;
    for (const each of due) {
      for (let page = each.take(before); page.length > 0; page = each.take(before)) {
        await inTurns(added({ feed: each.feed, page, run, settled }, rows), signal);
        await each.next(run[0]!.from);
      }
      await agenda.place(each, at + 1);
    }
  }
}

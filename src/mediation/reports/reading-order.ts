import type { Feed, RowsQuery, StatisticsStore } from '../ports/statistics.ts';
import { daysOfRun, runsOf, type Span } from './day-spans.ts';
import { FeedRows } from './feed-rows.ts';
import { daysWithHours } from './hourless-days.ts';
import type { Day, DayBounds } from './report-days.ts';

/** What times a report reads. */
export interface Timetable extends Pick<RowsQuery, 'unit'> {
  readonly spans: readonly Span[];
  /** The days of the publisher in which hours are looked for, if hours are read. */
  readonly ownDays: readonly DayBounds[];
  readonly timeOf: (day: Day) => string;
  /** Aborted when nobody waits for the report. */
  readonly signal: AbortSignal | undefined;
}

/** How a feed is read: by hour or by day, in which runs, and what for. */
export interface Course extends Pick<RowsQuery, 'unit'> {
  readonly feed: Feed;
  readonly rows: FeedRows;
  readonly runs: readonly (readonly Span[])[];
  /** Whether it is read for a day of the publisher. */
  readonly isFor: (settledDay: number) => boolean;
}

type Asked = Omit<RowsQuery, 'feedNo' | 'unit' | 'from' | 'before'>;

/** How feeds are read. A day without hours stays that day in each time zone, instead of being in parts of two. */
export function coursesIn(
  store: Pick<StatisticsStore, 'rows'>,
  { unit, spans, timeOf, ownDays, signal }: Timetable,
  asked: Asked,
) {
  const runs = runsOf(spans, timeOf);
  const course = (feed: Feed, of: Pick<Course, 'unit' | 'runs' | 'isFor'>): Course => {
    const range = { from: of.runs[0]![0]!.from, before: of.runs.at(-1)!.at(-1)!.before };
    return { ...of, feed, rows: new FeedRows(store, feed, { ...asked, ...range, unit: of.unit }, signal) };
  };
  const isFor = () => true;
  const dayRuns = unit === 'HOUR' ? runs.map(daysOfRun) : runs;
  return {
    runs,
    of: async (feed: Feed): Promise<readonly Course[]> => {
      if (unit === 'DAY' || !feed.settled) return [course(feed, { unit, runs, isFor })];
      const hourly = await daysWithHours(store, feed, { days: ownDays, signal });
      return [
        course(feed, { unit, runs, isFor: (day) => hourly.has(day) }),
        course(feed, { unit: 'DAY', runs: dayRuns, isFor: (day) => !hourly.has(day) }),
      ];
    },
  };
}

/** The courses by the first run in which they have rows that were not read: a year of many feeds has few. */
export class Agenda {
  readonly #due: Course[][];

  constructor(runs: number) {
    this.#due = Array.from({ length: runs }, () => []);
  }

  /** Places a course, whose rows up to a run were read. */
  async place(course: Course, from: number): Promise<void> {
    const { rows, runs } = course;
    for (let at = from; at < runs.length; ) {
      const time = await rows.next(runs[at]![0]!.from);
      if (time === undefined) return;
      while (at < runs.length && runs[at]!.at(-1)!.before <= time) at += 1;
      // A row between two runs is left out.
      if (at === runs.length || time < runs[at]![0]!.from) continue;
      this.#due[at]!.push(course);
      return;
    }
  }

  /** The courses that have rows in a run. */
  due(run: number): readonly Course[] {
    return this.#due[run]!;
  }
}

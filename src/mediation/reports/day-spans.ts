import { HOUR, MINUTE } from '../../conventions/time.ts';
import { type Day, type DayBounds, dayBoundsOf, numberOfDay, shifted } from './report-days.ts';

/** A part of a day of the report, within one day of the publisher. */
export interface Span {
  /** Numbers of stored hours or days; `before` is not included. */
  readonly from: number;
  readonly before: number;
  /** The day of the report. */
  readonly day: Day;
  /** The number of the day of the publisher, for which sources settle their numbers. */
  readonly settledDay: number;
}

/** Spans of stored days, for a report in the time zone of the publisher, and for days that have no hours. */
export const daySpans = (days: readonly Pick<DayBounds, 'day'>[]): readonly Span[] =>
  days.map(({ day }) => {
    const number = numberOfDay(day);
    return { from: number, before: number + 1, day, settledDay: number };
  });

/** Time zones differ by at most 26 hours. */
const DAYS_APART = 2;

/** The days of the publisher that days of a report overlap, and some before and after. */
export function publisherDays(days: readonly DayBounds[], publisherZone: string): readonly DayBounds[] {
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return [];
  return dayBoundsOf(shifted(first.day, -DAYS_APART), shifted(last.day, DAYS_APART), publisherZone);
}

/** Spans of stored hours, for a report in another time zone. An hour counts for the day in which it begins. */
export function hourSpans(days: readonly DayBounds[], publisherZone: string): readonly Span[] {
  const own = publisherDays(days, publisherZone);
  const spans: Span[] = [];
  let at = 0;
  for (const { day, from, to } of days) {
    while (own[at]!.to <= from) at += 1;
    for (let next = at; next < own.length && own[next]!.from < to; next += 1) {
      const part = own[next]!;
      spans.push({
        from: Math.max(from, part.from) / MINUTE,
        before: Math.min(to, part.to) / MINUTE,
        day,
        settledDay: numberOfDay(part.day),
      });
    }
  }
  return spans;
}

/** Whether a day of the report begins within a stored hour: hours begin with the days of the publisher. */
export function splitsHours(days: readonly DayBounds[], publisherZone: string): boolean {
  return hourSpans(days, publisherZone).some(({ from }, index, spans) => {
    const before = spans[index - 1];
    return before !== undefined && (from - before.from) % (HOUR / MINUTE) !== 0;
  });
}

/** Spans that follow each other without a gap and have the same value of the time dimension: what is read at once. */
export function runsOf(spans: readonly Span[], timeOf: (day: Day) => string): readonly (readonly Span[])[] {
  const runs: Span[][] = [];
  for (const span of spans) {
    const last = runs.at(-1)?.at(-1);
    const goesOn = last?.before === span.from && timeOf(last.day) === timeOf(span.day);
    if (goesOn) runs.at(-1)!.push(span);
    else runs.push([span]);
  }
  return runs;
}

/** The days of a run of hours, for what has no hours. */
export const daysOfRun = (run: readonly Span[]): readonly Span[] =>
  daySpans([...new Set(run.map(({ day }) => day))].map((day) => ({ day })));

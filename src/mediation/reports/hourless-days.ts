import { MINUTE } from '../../conventions/time.ts';
import type { Feed, StatisticsStore } from '../ports/statistics.ts';
import { FeedRows } from './feed-rows.ts';
import { type DayBounds, numberOfDay } from './report-days.ts';

/** Few, because most rows are left out: only the first two hours of a day matter. */
const PAGE_SIZE = 100;

/**
 * The numbers of the days of the publisher for which a feed has hours. A day whose rows are all of one hour has none:
 * networks settle days, and what they send of a day needs some time within it.
 */
export async function daysWithHours(
  store: Pick<StatisticsStore, 'rows'>,
  feed: Feed,
  { days, signal }: { readonly days: readonly DayBounds[]; readonly signal: AbortSignal | undefined },
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return found;
  const range = { from: first.from / MINUTE, before: last.to / MINUTE };
  const asked = { unit: 'HOUR', metrics: [], ...range, pageSize: PAGE_SIZE } as const;
  const rows = new FeedRows(store, feed, asked, signal);
  for (const { day, from, to } of days) {
    const one = await rows.next(from / MINUTE);
    if (one === undefined) return found;
    if (one >= to / MINUTE) continue;
    const other = await rows.next(one + 1);
    if (other !== undefined && other < to / MINUTE) found.add(numberOfDay(day));
  }
  return found;
}

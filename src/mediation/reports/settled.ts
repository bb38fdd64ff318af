import type { Feed, SettledDay } from '../ports/statistics.ts';

/** The metrics of a feed that count on a day, as a bit mask. */
export type MetricsOf = (feed: Feed, day: number) => number;

/**
 * What a network has settled for a day replaces what others estimated. If several sources have settled a
 * metric, the first by name counts, so that nothing counts twice.
 */
export function settledBeforeEstimated(settledDays: readonly SettledDay[]): MetricsOf {
  const keyOf = (day: number, adSourceId: string) => `${day} ${adSourceId}`;
  const settled = new Map<string, number>();
  const own = new Map<string, number>();
  const byName = settledDays.toSorted((one, other) => (one.source < other.source ? -1 : 1));
  for (const { day, adSourceId, source, metrics } of byName) {
    const key = keyOf(day, adSourceId);
    const before = settled.get(key) ?? 0;
    own.set(`${key} ${source}`, metrics & ~before);
    settled.set(key, before | metrics);
  }
  return ({ adSourceId, source, settled: isSettled, metrics }, day) => {
    const key = keyOf(day, adSourceId);
    return isSettled ? (own.get(`${key} ${source}`) ?? 0) : metrics & ~(settled.get(key) ?? 0);
  };
}

import { isoTime } from '../../conventions/json-schema.ts';
import { DAY } from '../../conventions/time.ts';
import type { MsoSample, ProofingCount } from '../../issuer/ports/figures.ts';

/**
 * At most this many rows are read for a figure, so that a request takes tens of milliseconds in a database of
 * any size.
 */
export const MOST = { counted: 10_000, proofings: 10_000, waits: 2000, msos: 2000 };

export const dateOf = (at: number) => isoTime(at).slice(0, 10);

export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export const sumOf = (rows: readonly { readonly count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0);

/** The results of proofings over all days, the most frequent first. */
export function outcomesOf(counts: readonly ProofingCount[]) {
  return [...grouped(counts, ({ state, cause = '' }) => `${state} ${cause}`).values()]
    .flatMap((group) => {
      const { state, cause } = group[0] as ProofingCount;
      return [{ state, ...(cause !== undefined && { cause }), count: sumOf(group) }];
    })
    .toSorted((one, other) => other.count - one.count);
}

/** The median; undefined for an empty list. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

export function msosWithin({ expiresAt, factor }: MsoSample, from: number, before: number): number {
  return Math.round(expiresAt.filter((at) => at > from && at <= before).length * factor);
}

export function expiringByDay({ expiresAt, factor }: MsoSample, now: number) {
  const live = expiresAt.filter((at) => at > now - (now % DAY));
  return [...grouped(live, dateOf)]
    .map(([date, some]) => ({ date, expiring: Math.round(some.length * factor) }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

import type { WholeNumber } from '../../src/conventions/whole-numbers.ts';
import {
  type CountedMetric,
  METRICS,
  type StatisticsDimensions,
  type StatisticsStore,
} from '../../src/mediation/ports/statistics.ts';

const DIMENSIONS = [
  'adUnit',
  'app',
  'platform',
  'format',
  'mediationGroup',
  'line',
  'country',
  'osVersion',
  'sdkVersion',
  'appVersion',
  'servingRestriction',
  'currency',
] as const satisfies readonly (keyof StatisticsDimensions)[];

export type StoredDimensions = StatisticsDimensions & { readonly keyNo: number };
export type StoredSums = { readonly time: number; readonly keyNo: number } & Record<
  CountedMetric,
  WholeNumber
>;

/** All combinations of dimensions of a publisher. */
export async function storedDimensions(store: StatisticsStore, publisherId: string) {
  const stored: StoredDimensions[] = [];
  for await (const page of store.dimensions({ publisherId, names: DIMENSIONS }))
    for (const [keyNo, , ...values] of page) {
      const named = DIMENSIONS.map((name, index) => [name, values[index]]);
      stored.push({ keyNo, ...Object.fromEntries(named) } as StoredDimensions);
    }
  return stored;
}

/** All sums of a feed in a range of hours or days. */
export async function storedSums(
  store: StatisticsStore,
  feedNo: number,
  unit: 'HOUR' | 'DAY',
  range = { from: 0, before: 1e9 },
) {
  const stored: StoredSums[] = [];
  for await (const page of store.rows({ feedNo, unit, ...range, metrics: METRICS }))
    for (const [time, keyNo, ...sums] of page) {
      const named = METRICS.map((name, index) => [name, sums[index]]);
      stored.push({ time, keyNo, ...Object.fromEntries(named) } as StoredSums);
    }
  return stored;
}

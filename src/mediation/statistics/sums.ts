import { omit } from '../../conventions/omit.ts';
import { addWholeNumbers } from '../../conventions/whole-numbers.ts';
import {
  type CountedMetric,
  type HourSums,
  type MetricSums,
  metricBit,
  type SlotDaySums,
  type StatisticsDimensions,
} from '../ports/statistics.ts';
import type { Placed } from './place-row.ts';
import type { ReadRow } from './read-row.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const noSums = (): Writable<MetricSums> => ({
  adRequests: 0,
  matchedRequests: 0,
  impressions: 0,
  clicks: 0,
  revenueMicros: 0,
  bidRequests: 0,
  bidsInAuction: 0,
  winningBids: 0,
});

interface Hour extends Omit<HourSums, 'sums' | 'metrics'> {
  readonly sums: Writable<MetricSums>;
  metrics: number;
}

/** Metrics that are also summed by slot. */
const OF_SLOTS = ['adRequests', 'matchedRequests', 'impressions', 'clicks', 'revenueMicros'] as const;

const nameOf = (dimensions: StatisticsDimensions) => Object.values(dimensions).join('\n');

/** Adds up the rows of a batch. */
export class BatchSums {
  readonly #hours = new Map<string, Hour>();
  readonly #slots = new Map<string, Writable<SlotDaySums>>();

  get rows(): readonly HourSums[] {
    return [...this.#hours.values()];
  }

  get slots(): readonly SlotDaySums[] {
    return [...this.#slots.values()];
  }

  add(row: ReadRow, placed: Placed): void {
    const { counts } = row;
    const names = Object.keys(counts) as CountedMetric[];
    if (names.length > 0) this.#addHour(placed, counts, names);
    if (placed.experimentId !== undefined) this.#addSlot(row, placed, placed.experimentId);
  }

  #addHour(
    { day, hour, adSourceId, dimensions }: Placed,
    counts: ReadRow['counts'],
    names: readonly CountedMetric[],
  ): void {
    const name = `${hour}\n${adSourceId}\n${nameOf(dimensions)}`;
    let sums = this.#hours.get(name);
    if (!sums) {
      sums = { day, hour, adSourceId, dimensions, sums: noSums(), metrics: 0 };
      this.#hours.set(name, sums);
    }
    for (const metric of names) {
      sums.sums[metric] = addWholeNumbers(sums.sums[metric], counts[metric] ?? 0);
      sums.metrics |= metricBit(metric);
    }
  }

  #addSlot({ slot = 0, newUsers, counts }: ReadRow, placed: Placed, experimentId: string): void {
    const { day, dimensions } = placed;
    const { currency } = dimensions;
    const name = `${experimentId} ${day} ${slot} ${currency}`;
    let sums = this.#slots.get(name);
    if (!sums) {
      const none = omit(noSums(), 'bidRequests', 'bidsInAuction', 'winningBids');
      sums = { experimentId, day, slot, currency, users: 0, ...none };
      this.#slots.set(name, sums);
    }
    sums.users = addWholeNumbers(sums.users, newUsers ?? 0);
    for (const metric of OF_SLOTS) sums[metric] = addWholeNumbers(sums[metric], counts[metric] ?? 0);
  }
}

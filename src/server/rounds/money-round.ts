import { RunAll } from '../../conventions/run-all.ts';
import { type Clock, DAY, HOUR } from '../../conventions/time.ts';
import type { StatisticsStore } from '../../mediation/ports/statistics.ts';
import type { MediationStore } from '../../mediation/ports/store.ts';
import type { CurrentRates } from '../../mediation/reports/currency-conversion.ts';
import { type MoneyDifference, moneyDifferences } from '../../mediation/statistics/money-differences.ts';
import { DEVICE_SOURCE } from '../../mediation/statistics/sources.ts';

/** What the round found for a publisher. */
export interface PublisherDifference extends MoneyDifference {
  readonly publisherId: string;
}

interface RoundDeps {
  readonly store: Pick<MediationStore, 'read'>;
  readonly statistics: StatisticsStore;
  readonly rates: CurrentRates;
  readonly clock: Clock;
  /** Gets all differences of a round. */
  readonly observe: (differences: readonly PublisherDifference[]) => void;
}

/**
 * Compares the revenue that devices send with the settled one, once a day in each process, and an hour after a
 * failure. Returns whether it did.
 */
export function moneyRound({ store, statistics, rates, clock, observe }: RoundDeps) {
  let next = 0;
  return async (now = clock()): Promise<boolean> => {
    if (now < next) return false;
    next = now + HOUR;
    const found: PublisherDifference[] = [];
    const round = new RunAll();
    for (const publisherId of await statistics.publishersOf(DEVICE_SOURCE))
      await round.part(async () => {
        const publisher = await store.read((reader) => reader.publisher(publisherId));
        if (!publisher) return;
        for (const each of await moneyDifferences(statistics, rates(), publisher, now))
          found.push({ ...each, publisherId });
      });
    observe(found);
    round.end();
    next = now + DAY;
    return true;
  };
}

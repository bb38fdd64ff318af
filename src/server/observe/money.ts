import type { Logger } from 'pino';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { PublisherDifference } from '../rounds/money-round.ts';

/** Logs each ad source once a day, and counts them. Amounts are in the lint findings of the publisher. */
export function observeMoney(logger: Logger, metrics: Metrics) {
  return (differences: readonly PublisherDifference[]): void => {
    metrics.moneyDifferences.set(differences.length);
    for (const { publisherId, adSourceId } of differences)
      logger.warn({ publisherId, adSourceId }, 'devices sent revenue that differs from the settled one');
  };
}

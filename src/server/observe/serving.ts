import type { Logger } from 'pino';
import { MINUTE } from '../../conventions/time.ts';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { ServingObserver } from '../../mediation/serve/snapshots.ts';
import { causeOf } from './logger.ts';

/** Logs what apps do not get. An outage is logged once a minute, because every app notices it. */
export function observeServing(logger: Logger, metrics: Metrics): ServingObserver {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    outage(error) {
      metrics.servingOutages.inc();
      const now = performance.now();
      if (now - loggedAt < MINUTE) return;
      loggedAt = now;
      logger.error(causeOf(error), 'the database does not answer; apps get their last configuration');
    },
    tooLarge({ publisherId, appFragment }, problem) {
      metrics.snapshotsTooLarge.inc();
      logger.error({ publisherId, appFragment, problem }, 'an app gets its last configuration');
    },
    built: (milliseconds) => metrics.snapshotBuilds.observe(milliseconds / 1000),
  };
}

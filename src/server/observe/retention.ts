import type { Logger } from 'pino';
import type { PurgeCounts } from '../rounds/retention.ts';

/** Logs what each round purged, by kind. */
export function observePurged(logger: Logger) {
  return (purged: PurgeCounts): void => {
    for (const [kind, rows] of Object.entries(purged))
      if (rows > 0) logger.info({ kind, rows }, 'purged by retention');
  };
}

import type { Logger } from 'pino';
import { type Clock, DAY } from '../../conventions/time.ts';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { ClosedLists } from '../../issuer/status/close-lists.ts';
import type { KeyExpiry } from '../../keys/expiry.ts';
import type { LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import { SettingsError } from '../config/settings-error.ts';
import type { PublisherDifference } from '../rounds/money-round.ts';
import type { PurgeCounts } from '../rounds/retention.ts';
import { causeOf } from './logger.ts';

/** Logs each change of readiness once. */
export const observeReadiness = (logger: Logger) => (cause?: unknown) => {
  if (cause === undefined) logger.info('ready again');
  else logger.error(causeOf(cause), 'not ready');
};

/** Logs once when the list becomes too old, and once when it is up to date again. */
export function observeListAge(logger: Logger) {
  let wasTooOld = false;
  return (isTooOld: boolean): void => {
    if (isTooOld === wasTooOld) return;
    wasTooOld = isTooOld;
    const setting = 'issuer.attestation.revocationListMaxAgeHours';
    if (isTooOld) logger.error({ setting }, 'the revocation list is too old; no device is registered');
    else logger.info({ setting }, 'the revocation list is fresh again');
  };
}

/** Logs once when the clock is far ahead of the last sweep, and once when it is corrected or believed. */
export function observeClock(logger: Logger) {
  let wasBelieved = true;
  return (isBelieved: boolean): void => {
    if (isBelieved === wasBelieved) return;
    wasBelieved = isBelieved;
    if (isBelieved) logger.info('the sweeps believe the clock again');
    else
      logger.warn(
        'the clock is more than a day ahead of the last sweep; nothing is deleted for good for an hour',
      );
  };
}

/** Logs that an older database was noticed. */
export const observeClosedLists =
  (logger: Logger) =>
  ({ reason, lists }: ClosedLists): void => {
    if (lists > 0)
      logger.warn({ reason, lists }, 'the database may be older than it was; its status lists were closed');
  };

interface Watched {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly expiries: () => Promise<readonly KeyExpiry[]>;
}

/**
 * Logs certificates that expire soon: when they are first found, when the level rises, and then once a day. Logs keys whose
 * rotation is due once a day.
 */
export function watchKeys({ logger, clock, expiries }: Watched): () => Promise<void> {
  const logged = new Map<string, { readonly level: string; readonly at: number }>();
  const loggedDue = new Map<string, number>();
  const isNewDay = (keyId: string): boolean => {
    if (clock() - (loggedDue.get(keyId) ?? Number.NEGATIVE_INFINITY) < DAY) return false;
    loggedDue.set(keyId, clock());
    return true;
  };
  return async () => {
    for (const { keyId, role, notAfter, left, level, rotateIn = 0 } of await expiries()) {
      if (rotateIn < 0 && isNewDay(keyId)) {
        const dueAt = new Date(clock() + rotateIn).toISOString();
        logger.warn({ keyId, role, dueAt, days: Math.floor(-rotateIn / DAY) }, 'key rotation is due');
      }
      const last = logged.get(keyId);
      if (level === 'fine' || (last?.level === level && clock() - last.at < DAY)) continue;
      logged.set(keyId, { level, at: clock() });
      const line = { keyId, role, notAfter: new Date(notAfter).toISOString(), days: Math.floor(left / DAY) };
      logger[level](line, left < 0 ? 'key certificate has expired' : 'key certificate expires soon');
    }
  };
}

/** Logs files that are reloaded while the server runs. */
export function observeFiles(logger: Logger) {
  return (setting: string, failure?: Error) => {
    if (failure === undefined) logger.info({ setting }, 'files read again');
    else {
      const problems = failure instanceof SettingsError ? failure.problems : [failure.message];
      logger.error({ setting, problems }, 'files refused; the previous ones stay in use');
    }
  };
}

export function observeCatalogue(logger: Logger) {
  return ({ file, version, problems }: LoadedCatalogue) => {
    if (problems.length === 0) logger.info({ file, version }, 'catalogue read');
    else logger.error({ file, version, problems }, 'catalogue refused; this version stays in use');
  };
}

/** Logs what each round purged, by kind. */
export function observePurged(logger: Logger) {
  return (purged: PurgeCounts): void => {
    for (const [kind, rows] of Object.entries(purged))
      if (rows > 0) logger.info({ kind, rows }, 'purged by retention');
  };
}

/** Logs each ad source once a day, and counts them. Amounts are in the lint findings of the publisher. */
export function observeMoney(logger: Logger, metrics: Metrics) {
  return (differences: readonly PublisherDifference[]): void => {
    metrics.moneyDifferences.set(differences.length);
    for (const { publisherId, adSourceId } of differences)
      logger.warn({ publisherId, adSourceId }, 'devices sent revenue that differs from the settled one');
  };
}

/** Counts and logs that a report was made from the database, because files of its publisher could not be read. */
export function observeParquet(logger: Logger, metrics: Metrics) {
  return (publisherId: string, error: unknown): void => {
    metrics.parquetFailures.inc();
    logger.error({ publisherId, ...causeOf(error) }, 'statistics in Parquet files could not be read');
  };
}

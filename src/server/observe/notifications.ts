import type { Logger } from 'pino';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { ObservedAttempt } from '../../issuer/outbox/deliver.ts';
import { causeOf } from './exchanges.ts';

export function observeNotifications(logger: Logger, metrics: Metrics) {
  return ({ entry, requestId, fault, milliseconds, cause, gaveUp }: ObservedAttempt): void => {
    const { subject, subjectId, attempts } = entry;
    metrics.notifications.observe({ subject, outcome: fault ?? 'delivered' }, milliseconds / 1000);
    const timed = { milliseconds: Math.round(milliseconds * 10) / 10 };
    const line = { subject, subjectId, requestId, attempts, ...timed };
    if (fault === undefined) {
      logger.info(line, 'wallet platform notified');
      return;
    }
    logger.warn({ ...line, fault, ...causeOf(cause) }, 'wallet platform not notified');
    if (!gaveUp) return;
    metrics.notificationsGivenUp.inc({ subject });
    logger.error({ subject, subjectId }, 'notification given up; diptych notifications replay --failed');
  };
}

import type { Logger } from 'pino';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { ObservedAttempt } from '../../issuer/outbox/deliver.ts';
import type { BegunProofing } from '../../issuer/ports/proofing.ts';
import { causeOf } from './logger.ts';

/** Logs rejections with the identifier that the wallet received, so that they can be looked up. */
export function observeProofings(logger: Logger, metrics: Metrics) {
  return ({ alarm, ...begun }: BegunProofing) => {
    metrics.proofings.inc({ state: begun.state, cause: begun.cause ?? 'none' });
    if (begun.cause) logger.info(begun, 'proofing rejected');
    if (!alarm) return;
    metrics.codeAlarms.inc();
    logger.warn('wrong codes of all devices reached issuer.codes.wrongInAll: somebody may be trying codes');
  };
}

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

import type { Logger } from 'pino';
import { createMetrics } from '../../http/operations/metrics.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { shareMetrics } from '../process/worker.ts';
import {
  observeAdmin,
  observeIssuer,
  observeMediation,
  observeOAuth,
  observeProofings,
} from './exchanges.ts';
import { limitedLines } from './limited-lines.ts';
import { noteAdmin, noteIssuer } from './note-requests.ts';
import { observeNotifications } from './notifications.ts';
import { observeRecords } from './records.ts';
import { type SealWatch, sealWatch } from './seal-watch.ts';

/** Tells two listeners. */
function both<Event>(first: (event: Event) => void, second: (event: Event) => void) {
  return (event: Event): void => {
    first(event);
    second(event);
  };
}

const ageOf = (at: number | undefined, now: number) => (at === undefined ? undefined : now - at);

function metricsOf(context: Context, seals: SealWatch) {
  const { attestation, clock, database, keys, notifications, requests, store } = context;
  return createMetrics({
    revocationListTooOld: attestation.isListTooOld,
    revocationListRefused: attestation.isListRefused,
    sealFault: () => seals.fault() !== undefined,
    keyExpiries: keys.expiries,
    lostRequests: requests.lost,
    missedByReplica: database.missedByReplica,
    revocationListAge: () => ageOf(attestation.listWrittenAt(), clock()),
    outbox: () => notifications && store.read((reader) => reader.countOutbox()),
  });
}

export type Observers = ReturnType<typeof createObservers>;

/** Who is told of what happens: the log, the metrics, the trail of requests. */
export function createObservers(
  context: Context,
  { issuer, logWithoutCredentials }: Settings,
  logger: Logger,
) {
  const seals = sealWatch({ look: context.checkSeals, clock: context.clock, logger });
  const metrics = metricsOf(context, seals);
  shareMetrics(metrics.registry);
  context.observeProofings(observeProofings(logger, metrics));
  context.records?.watchedBy(observeRecords(logger, metrics, context.policy));
  context.notifications?.watchedBy(observeNotifications(logger, metrics));
  const { requests, clock } = context;
  const anonymous = limitedLines(logger, clock, logWithoutCredentials);
  return {
    metrics,
    seals,
    /** What does not stop the server but needs a person; in fixed words. */
    warnings: () => {
      const fault = seals.fault();
      return [...(fault === undefined ? [] : [`trail: ${fault}`]), ...context.attestation.warnings()];
    },
    issuer: both(observeIssuer(logger, metrics, issuer.id, anonymous), noteIssuer(requests, clock)),
    admin: both(observeAdmin(logger, metrics, anonymous), noteAdmin(requests, clock)),
    mediation: observeMediation(logger, metrics, anonymous),
    oauth: observeOAuth(logger, metrics, anonymous),
  };
}

import type { Logger } from 'pino';
import { createMetrics } from '../http/operations/metrics.ts';
import type { Settings } from './config/settings.ts';
import type { Context } from './context.ts';
import { noteAdmin, noteIssuer } from './note-requests.ts';
import { observeAdmin, observeIssuer, observeMediation, observeOAuth, observeProofings } from './observe.ts';
import { observeNotifications } from './observe-notifications.ts';
import { observeRecords } from './observe-records.ts';
import { shareMetrics } from './worker.ts';

/** Tells two listeners. */
function both<Event>(first: (event: Event) => void, second: (event: Event) => void) {
  return (event: Event): void => {
    first(event);
    second(event);
  };
}

const ageOf = (at: number | undefined, now: number) => (at === undefined ? undefined : now - at);

function metricsOf({ attestation, clock, database, keys, notifications, requests, store }: Context) {
  return createMetrics({
    keyExpiries: keys.expiries,
    lostRequests: requests.lost,
    missedByReplica: database.missedByReplica,
    revocationListAge: () => ageOf(attestation.listWrittenAt(), clock()),
    outbox: () => notifications && store.read((reader) => reader.countOutbox()),
  });
}

export type Observers = ReturnType<typeof createObservers>;

/** Who is told of what happens: the log, the metrics, the trail of requests. */
export function createObservers(context: Context, { issuer }: Settings, logger: Logger) {
  const metrics = metricsOf(context);
  shareMetrics(metrics.registry);
  context.observeProofings(observeProofings(logger, metrics));
  context.records?.watchedBy(observeRecords(logger, metrics, context.policy));
  context.notifications?.watchedBy(observeNotifications(logger, metrics));
  const { requests, clock } = context;
  return {
    metrics,
    issuer: both(observeIssuer(logger, metrics, issuer.id), noteIssuer(requests, clock)),
    admin: both(observeAdmin(logger, metrics), noteAdmin(requests, clock)),
    mediation: observeMediation(logger, metrics),
    oauth: observeOAuth(logger, metrics),
  };
}

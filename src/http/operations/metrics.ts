import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { responseCounter } from './response-counter.ts';
import { serveTimes } from './serve-times.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const ofProcess = new Registry();

/** Metrics of the process. They observe it until it ends, so all servers of a process share them. */
function addProcessMetrics(registry: Registry): void {
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess });
  for (const { name } of ofProcess.getMetricsAsArray())
    registry.registerMetric(ofProcess.getSingleMetric(name)!);
}

/** Labels are names from the contract, never values from requests. */
export function createMetrics() {
  const registry = new Registry();
  addProcessMetrics(registry);
  const registers = [registry];
  return {
    registry,
    countResponse: responseCounter({
      name: 'diptych_responses_total',
      help: 'Number of responses by interface and class of the status: 2xx, 3xx, 4xx, 5xx.',
      registers,
    }),
    issuerRequests: new Histogram({
      name: 'diptych_issuer_request_seconds',
      help: 'Time to answer an operation of the issuer panel.',
      labelNames: ['operation', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    adminRequests: new Histogram({
      name: 'diptych_admin_request_seconds',
      help: 'Time to answer a method of the admin interface.',
      labelNames: ['method', 'status'],
      buckets: [0.005, 0.05, 0.5, 5],
      registers,
    }),
    oauthRequests: new Histogram({
      name: 'diptych_oauth_request_seconds',
      help: 'Time to answer a request to the authorization server.',
      labelNames: ['endpoint', 'outcome'],
      buckets: [0.005, 0.05, 0.5, 5],
      registers,
    }),
    consoleRequests: new Histogram({
      name: 'diptych_console_request_seconds',
      help: 'Time to answer a request of a console about its session, changes or the catalogue.',
      labelNames: ['endpoint', 'outcome'],
      buckets: [0.005, 0.05, 0.5, 5],
      registers,
    }),
    mediationRequests: new Histogram({
      name: 'diptych_mediation_request_seconds',
      help: 'Time to answer a method of the mediation panel.',
      labelNames: ['method', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    observeServeTime: serveTimes(registry),
    snapshotBuilds: new Histogram({
      name: 'diptych_serve_snapshot_build_seconds',
      help: 'Time to make the snapshot of an app after a change.',
      buckets: [0.001, 0.01, 0.1, 1, 10],
      registers,
    }),
    snapshotsTooLarge: new Counter({
      name: 'diptych_serve_snapshots_too_large_total',
      help: 'Number of times that the configuration of an app was too large, so that its last snapshot is served.',
      registers,
    }),
    servingOutages: new Counter({
      name: 'diptych_serve_outages_total',
      help: 'Number of times that the database did not answer, so that the last snapshots are served.',
      registers,
    }),
    moneyDifferences: new Gauge({
      name: 'diptych_mediation_money_differences',
      help: 'Number of ad sources of publishers for which devices sent revenue that differs by more than 30% from the settled one; compared once a day.',
      registers,
    }),
    parquetFailures: new Counter({
      name: 'diptych_mediation_parquet_failures_total',
      help: 'Number of reports that were made from the database because Parquet files could not be read.',
      registers,
    }),
    breakGlass: new Counter({
      name: 'diptych_break_glass_events_total',
      help: 'Number of times that break glass was opened or closed, and of requests with the admin token that it admitted (use) or refused.',
      labelNames: ['event'],
      registers,
    }),
    rateLimited: new Counter({
      name: 'diptych_rate_limited_total',
      help: 'Number of requests refused because of a limit of the settings.',
      labelNames: ['limit'],
      registers,
    }),
    proofings: new Counter({
      name: 'diptych_issuer_proofings_total',
      help: 'Number of proofings started, by first state and by cause of rejection.',
      labelNames: ['state', 'cause'],
      registers,
    }),
    codeAlarms: new Counter({
      name: 'diptych_issuer_code_alarms_total',
      help: 'Number of times that the wrong codes of all devices reached their limit in a window.',
      registers,
    }),
    recordLookups: new Histogram({
      name: 'diptych_issuer_record_lookup_seconds',
      help: 'Time of a lookup in the system of record with all its attempts, by outcome.',
      labelNames: ['call', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
      registers,
    }),
    recordCircuit: new Gauge({
      name: 'diptych_issuer_record_circuit',
      help: 'Circuit breaker of the system of record: 1 for the current state.',
      labelNames: ['state'],
      aggregator: 'max',
      registers,
    }),
    notifications: new Histogram({
      name: 'diptych_issuer_notification_seconds',
      help: 'Time of an attempt to notify the wallet platform, by outcome.',
      labelNames: ['subject', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10],
      registers,
    }),
    notificationsGivenUp: new Counter({
      name: 'diptych_issuer_notifications_given_up_total',
      help: 'Number of notifications given up after issuer.notifications.giveUpAfterHours.',
      labelNames: ['subject'],
      registers,
    }),
    swept: new Counter({
      name: 'diptych_issuer_swept_total',
      help: 'Number of rows that background work changed, and of status lists that it published, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  };
}

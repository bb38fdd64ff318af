import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What is looked up when the metrics are asked for. */
export interface MetricSources {
  readonly keyExpiries: () => Promise<readonly { readonly role: string; readonly left: number }[]>;
  /** Requests that were not taken down for `explain`. */
  readonly lostRequests: () => number;
  /** Statements for lists that the database itself answered in place of its copy. */
  readonly missedByReplica: () => number;
  readonly revocationListTooOld: () => boolean;
  /** Whether a list that was to replace the one in use was refused. */
  readonly revocationListRefused: () => boolean;
  /** Whether the last seals of the trail do not verify. */
  readonly sealFault: () => boolean;
  /** Milliseconds since the revocation list in use was written; undefined where there is none. */
  readonly revocationListAge: () => number | undefined;
  /** Subjects of which the wallet platform is to be told, by state; undefined where it is told of nothing. */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly failed: number }> | undefined;
}

/** Labels are names from the contract, never values from requests. */
export function createMetrics(sources: MetricSources) {
  const { keyExpiries, lostRequests, missedByReplica, revocationListAge, outbox, sealFault } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
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
    mediationRequests: new Histogram({
      name: 'diptych_mediation_request_seconds',
      help: 'Time to answer a method of the mediation panel.',
      labelNames: ['method', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    keyExpiry: new Gauge({
      name: 'diptych_key_expiry_seconds',
      help: "Time until the active key's certificate ends, by role; negative when it has ended.",
      labelNames: ['role'],
      aggregator: 'min',
      registers,
      async collect() {
        // While the register does not answer the other metrics are all the more needed.
        const expiries = await keyExpiries().catch(() => []);
        for (const { role, left } of expiries) this.set({ role }, Math.floor(left / 1000));
      },
    }),
    revocationListAge: new Gauge({
      name: 'diptych_attestation_revocation_list_age_seconds',
      help: 'Time since the attestation revocation list in use was written; absent where there is none.',
      aggregator: 'max',
      registers,
      collect() {
        const age = revocationListAge();
        if (age === undefined) this.remove();
        else this.set(Math.floor(age / 1000));
      },
    }),
    revocationListFault: new Gauge({
      name: 'diptych_attestation_revocation_list_fault',
      help: '1 while the revocation list in use is too old to register devices, or a newer one was refused; else 0.',
      labelNames: ['fault'],
      aggregator: 'max',
      registers,
      collect() {
        this.set({ fault: 'tooOld' }, sources.revocationListTooOld() ? 1 : 0);
        this.set({ fault: 'refused' }, sources.revocationListRefused() ? 1 : 0);
      },
    }),
    sealFault: new Gauge({
      name: 'diptych_trail_seal_fault',
      help: '1 while the last seals of the trail do not verify, and nothing is sealed; else 0.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(sealFault() ? 1 : 0);
      },
    }),
    rateLimited: new Counter({
      name: 'diptych_rate_limited_total',
      help: 'Requests that were refused because of a limit of the settings.',
      labelNames: ['limit'],
      registers,
    }),
    requestsLost: new Counter({
      name: 'diptych_requests_not_kept_total',
      help: 'Requests that explain does not know: too many at once, or the database refused them.',
      registers,
      collect() {
        this.reset();
        this.inc(lostRequests());
      },
    }),
    replicaMissed: new Counter({
      name: 'diptych_replica_missed_total',
      help: 'Statements for lists that went to the database itself, since its copy did not answer them.',
      registers,
      collect() {
        this.reset();
        this.inc(missedByReplica());
      },
    }),
    proofings: new Counter({
      name: 'diptych_issuer_proofings_total',
      help: 'Proofings that began, by their first state and by what stood in the way of a rejected one.',
      labelNames: ['state', 'cause'],
      registers,
    }),
    codeAlarms: new Counter({
      name: 'diptych_issuer_code_alarms_total',
      help: 'How often the wrong codes of all devices reached their limit in a window.',
      registers,
    }),
    recordLookups: new Histogram({
      name: 'diptych_issuer_record_lookup_seconds',
      help: 'Time of a lookup in the system of record with all its attempts, by what came of it.',
      labelNames: ['call', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
      registers,
    }),
    recordCircuit: new Gauge({
      name: 'diptych_issuer_record_circuit',
      help: 'Circuit breaker of the system of record: 1 for the state that it is in.',
      labelNames: ['state'],
      aggregator: 'max',
      registers,
    }),
    outbox: new Gauge({
      name: 'diptych_issuer_notifications_open',
      help: 'Subjects of which the wallet platform is to be told: waiting, or failed (given up).',
      labelNames: ['state'],
      aggregator: 'max',
      registers,
      async collect() {
        const counts = await outbox()?.catch(() => undefined);
        this.reset();
        for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
      },
    }),
    notifications: new Histogram({
      name: 'diptych_issuer_notification_seconds',
      help: 'Time of an attempt to tell the wallet platform, by what came of it.',
      labelNames: ['subject', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10],
      registers,
    }),
    notificationsGivenUp: new Counter({
      name: 'diptych_issuer_notifications_given_up_total',
      help: 'Subjects of which the wallet platform could not be told within issuer.notifications.giveUpAfterHours.',
      labelNames: ['subject'],
      registers,
    }),
    swept: new Counter({
      name: 'diptych_issuer_swept_total',
      help: 'Deadlines written down and MSO bytes dropped by the sweep.',
      labelNames: ['kind'],
      registers,
    }),
  };
}

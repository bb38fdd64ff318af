import { Counter, Gauge, type Registry } from 'prom-client';

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

/** Metrics whose values are looked up each time that they are asked for. */
export function addLookedUpMetrics(registry: Registry, sources: MetricSources): void {
  const { keyExpiries, lostRequests, missedByReplica, revocationListAge, outbox, sealFault } = sources;
  const registers = [registry];
  new Gauge({
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
  });
  new Gauge({
    name: 'diptych_attestation_revocation_list_age_seconds',
    help: 'Time since the attestation revocation list in use was written; absent where there is none.',
    aggregator: 'max',
    registers,
    collect() {
      const age = revocationListAge();
      if (age === undefined) this.remove();
      else this.set(Math.floor(age / 1000));
    },
  });
  new Gauge({
    name: 'diptych_attestation_revocation_list_fault',
    help: '1 while the revocation list in use is too old to register devices, or a newer one was refused; else 0.',
    labelNames: ['fault'],
    aggregator: 'max',
    registers,
    collect() {
      this.set({ fault: 'tooOld' }, sources.revocationListTooOld() ? 1 : 0);
      this.set({ fault: 'refused' }, sources.revocationListRefused() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'diptych_trail_seal_fault',
    help: '1 while the last seals of the trail do not verify, and nothing is sealed; else 0.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(sealFault() ? 1 : 0);
    },
  });
  new Counter({
    name: 'diptych_requests_not_kept_total',
    help: 'Requests that explain does not know: too many at once, or the database refused them.',
    registers,
    collect() {
      this.reset();
      this.inc(lostRequests());
    },
  });
  new Counter({
    name: 'diptych_replica_missed_total',
    help: 'Statements for lists that went to the database itself, since its copy did not answer them.',
    registers,
    collect() {
      this.reset();
      this.inc(missedByReplica());
    },
  });
  new Gauge({
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
  });
}

import { Counter, Gauge, type Registry } from 'prom-client';

/** Values that are read when metrics are requested. */
export interface MetricSources {
  readonly keyExpiries: () => Promise<readonly KeyFigures[]>;
  /** Number of requests that could not be recorded for `explain`. */
  readonly lostRequests: () => number;
  /** Number of list queries that the primary database answered because the replica did not. */
  readonly missedByReplica: () => number;
  /** Number of commits that the database did not confirm. */
  readonly commitsInDoubt: () => number;
  readonly revocationListTooOld: () => boolean;
  /** Whether a newer list was refused. */
  readonly revocationListRefused: () => boolean;
  /** Whether the last seals of the audit log cannot be verified. */
  readonly sealFault: () => boolean;
  /** Whether the admin token works although operators sign in by an organisation. */
  readonly isBreakGlassOpen: () => boolean;
  /** Age of the revocation list in use, in milliseconds; undefined without a list. */
  readonly revocationListAge: () => number | undefined;
  /** For each root with status lists, milliseconds since the oldest of their newest tokens. */
  readonly statusListAges: () => Promise<readonly { readonly root: string; readonly age: number }[]>;
  /** Live MSOs that compromised document signers signed and devices have not replaced, as last counted. */
  readonly compromisedMsos: () => Promise<number>;
  /** How far the anchors of each place are behind the seals. */
  readonly anchorLags: () => Promise<readonly AnchorFigures[]>;
  /** Notifications to the wallet platform by state; undefined if notifications are off. */
  readonly outbox: () => Promise<OutboxFigures | undefined>;
}

interface KeyFigures {
  readonly role: string;
  /** Milliseconds until the certificate ends. */
  readonly left: number;
  /** Milliseconds until the key should be rotated; only for document signers. */
  readonly rotateIn?: number;
}

interface AnchorFigures {
  readonly place: { readonly kind: string };
  /** Milliseconds. */
  readonly lag: number;
}

interface OutboxFigures {
  readonly waiting: number;
  readonly failed: number;
  /** Milliseconds since the first waiting notification was made; undefined if none waits. */
  readonly oldestAge?: number | undefined;
}

/** Metrics whose values are read each time metrics are requested. */
export function addReadMetrics(registry: Registry, sources: MetricSources): void {
  const { keyExpiries, lostRequests, missedByReplica, revocationListAge, outbox, sealFault } = sources;
  const registers = [registry];
  new Gauge({
    name: 'diptych_key_expiry_seconds',
    help: 'Time until the certificate of the active key expires, by role; negative if it has expired.',
    labelNames: ['role'],
    aggregator: 'min',
    registers,
    async collect() {
      // If the key register fails, operators need the other metrics even more.
      const expiries = await keyExpiries().catch(() => []);
      // While the root is replaced, there are two status signers.
      for (const [role, own] of Map.groupBy(expiries, (one) => one.role))
        this.set({ role }, Math.floor(Math.min(...own.map(({ left }) => left)) / 1000));
    },
  });
  new Gauge({
    name: 'diptych_key_rotation_due_seconds',
    help: 'Time until the active document signer should be rotated (keys.documentSigner.rotateDays); negative if that is overdue.',
    labelNames: ['role'],
    aggregator: 'min',
    registers,
    async collect() {
      const expiries = await keyExpiries().catch(() => []);
      for (const { role, rotateIn } of expiries)
        if (rotateIn !== undefined) this.set({ role }, Math.floor(rotateIn / 1000));
    },
  });
  new Gauge({
    name: 'diptych_attestation_revocation_list_age_seconds',
    help: 'Age of the attestation revocation list in use; absent without a list.',
    aggregator: 'max',
    registers,
    collect() {
      const age = revocationListAge();
      if (age === undefined) this.remove();
      else this.set(Math.floor(age / 1000));
    },
  });
  new Gauge({
    name: 'diptych_status_list_age_seconds',
    help: 'Time since the publication of the status list that was published longest ago, by the key id of the root; absent without lists.',
    labelNames: ['root'],
    aggregator: 'max',
    registers,
    async collect() {
      const ages = await sources.statusListAges().catch(() => []);
      this.reset();
      for (const { root, age } of ages) this.set({ root }, Math.floor(age / 1000));
    },
  });
  new Gauge({
    name: 'diptych_issuer_compromised_msos',
    help: 'Number of live MSOs that compromised document signers signed and devices have not replaced, as last counted; 0 if there are none.',
    aggregator: 'max',
    registers,
    async collect() {
      const count = await sources.compromisedMsos().catch(() => undefined);
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  new Gauge({
    name: 'diptych_attestation_revocation_list_fault',
    help: '1 if the revocation list in use is too old to register devices, or a newer one was refused; else 0.',
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
    help: '1 if the last seals of the audit log cannot be verified, and nothing is sealed; else 0.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(sealFault() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'diptych_break_glass_open',
    help: '1 while the admin token works although operators sign in by an organisation; else 0.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(sources.isBreakGlassOpen() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'diptych_trail_anchor_lag_seconds',
    help: 'Age of the oldest seal that is not anchored, by kind of anchor: folder, rfc3161; 0 if there is none, absent without anchors.',
    labelNames: ['kind'],
    aggregator: 'max',
    registers,
    async collect() {
      const lags = await sources.anchorLags().catch(() => []);
      this.reset();
      const kinds = new Set(lags.map(({ place }) => place.kind));
      for (const kind of kinds) {
        const own = lags.filter(({ place }) => place.kind === kind).map(({ lag }) => lag);
        this.set({ kind }, Math.floor(Math.max(...own) / 1000));
      }
    },
  });
  new Counter({
    name: 'diptych_requests_not_kept_total',
    help: 'Number of requests that could not be recorded for explain: too many at once, or a database error.',
    registers,
    collect() {
      this.reset();
      this.inc(lostRequests());
    },
  });
  new Counter({
    name: 'diptych_commits_in_doubt_total',
    help: 'Number of changes that PostgreSQL did not confirm, so that they may be stored or not; their requests got 503.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.commitsInDoubt());
    },
  });
  new Counter({
    name: 'diptych_replica_missed_total',
    help: 'Number of list queries that the primary database answered because the replica did not.',
    registers,
    collect() {
      this.reset();
      this.inc(missedByReplica());
    },
  });
  new Gauge({
    name: 'diptych_issuer_notifications_open',
    help: 'Number of notifications to the wallet platform by state: waiting, or failed (given up).',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    async collect() {
      const counts = await outbox().catch(() => undefined);
      this.reset();
      if (counts === undefined) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'failed' }, counts.failed);
    },
  });
  new Gauge({
    name: 'diptych_issuer_notification_age_seconds',
    help: 'Age of the oldest notification that waits to be delivered; 0 if none waits, absent if they are off.',
    aggregator: 'max',
    registers,
    async collect() {
      const counts = await outbox().catch(() => undefined);
      if (counts === undefined) this.remove();
      else this.set(Math.floor((counts.oldestAge ?? 0) / 1000));
    },
  });
}

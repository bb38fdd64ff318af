import type { Logger } from 'pino';
import type { Metrics } from '../../http/operations/metrics.ts';
import { addReadMetrics } from '../../http/operations/read-metrics.ts';
import { addServerMetrics } from '../../http/operations/server-metrics.ts';
import type { ObservedAttempt } from '../../issuer/outbox/deliver.ts';
import type { BegunProofing } from '../../issuer/ports/proofing.ts';
import { isOfPanels } from '../config/panel-parts.ts';
import type { Settings } from '../config/settings.ts';
import type { Context, ContextObservers } from '../context/context.ts';
import { diskOf } from '../files/disk-space.ts';
import { lastBackup } from '../files/last-backup.ts';
import { type Readiness, readiness } from '../process/readiness.ts';
import { singleFlight } from '../process/single-flight.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { VERSION } from '../version.ts';
import { type AnchorWatch, anchorWatch, observeAnchors } from './anchors.ts';
import { breakGlassWarnings, observeBreakGlass } from './break-glass.ts';
import {
  observeCatalogue,
  observeClosedLists,
  observeFiles,
  observeMoney,
  observeParquet,
} from './conditions.ts';
import {
  limitedLines,
  observeAdmin,
  observeConsole,
  observeIssuer,
  observeMediation,
  observeOAuth,
  observeServe,
} from './exchanges.ts';
import { causeOf } from './logger.ts';
import {
  anonymousRequests,
  recordAdminRequests,
  recordIssuerRequests,
  recordMediationRequests,
  recordOAuthRequests,
} from './record-requests.ts';
import { observeRecords } from './records.ts';
import { type SealWatch, sealWatch } from './seals.ts';
import { observeServing } from './serving.ts';

/** Logs rejections with the identifier that the wallet received, for looking them up. */
function observeProofings(logger: Logger, metrics: Metrics) {
  return ({ alarm, ...begun }: BegunProofing) => {
    metrics.proofings.inc({ state: begun.state, cause: begun.cause ?? 'none' });
    if (begun.cause) logger.info(begun, 'proofing rejected');
    if (!alarm) return;
    metrics.codeAlarms.inc();
    logger.warn('wrong codes of all devices reached issuer.codes.wrongInAll: somebody may be trying codes');
  };
}

function observeNotifications(logger: Logger, metrics: Metrics) {
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
    logger.error({ subject, subjectId }, 'notification given up; run diptych notifications replay --failed');
  };
}

/** Logs and counts events behind the listeners. */
export function contextObservers(logger: Logger, metrics: Metrics): ContextObservers {
  return {
    files: observeFiles(logger),
    anchor: observeAnchors(logger),
    catalogue: observeCatalogue(logger),
    proofing: observeProofings(logger, metrics),
    records: (policy) => observeRecords(logger, metrics, policy),
    notification: observeNotifications(logger, metrics),
    serving: observeServing(logger, metrics),
    money: observeMoney(logger, metrics),
    parquet: observeParquet(logger, metrics),
    breakGlass: observeBreakGlass(logger, metrics),
    closedLists: observeClosedLists(logger),
  };
}

/** Calls both observers. */
function both<Event>(first: (event: Event) => void, second: (event: Event) => void) {
  return (event: Event): void => {
    first(event);
    second(event);
  };
}

const ageOf = (at: number | undefined, now: number) => (at === undefined ? undefined : now - at);

/**
 * Time limit of a query for metrics, in milliseconds. Prometheus drops the whole answer after ten seconds, and
 * while the database hangs, operators need the other metrics even more.
 */
const PATIENCE = 3000;

interface Conditions {
  readonly seals: SealWatch;
  readonly ready: Readiness;
}

function addContextMetrics({ registry }: Metrics, context: Context, { seals, ready }: Conditions): void {
  const { clock, database, folder, issuer, keys, requests, store } = context;
  addServerMetrics(registry, {
    version: VERSION,
    ready: ready.check,
    database: readiness(database.ping, () => {}).check,
    disk: singleFlight(() => diskOf(folder.path)),
    backupAges: () =>
      Object.fromEntries(Object.entries(lastBackup(folder)).map(([part, at]) => [part, clock() - at])),
  });
  const countOutbox = singleFlight(async () => {
    if (issuer?.notifications === undefined) return undefined;
    const counts = await withTimeout(
      PATIENCE,
      store.read((reader) => reader.countOutbox()),
    );
    return { ...counts, oldestAge: ageOf(counts.oldestAt, clock()) };
  });
  addReadMetrics(registry, {
    revocationListTooOld: () => issuer?.attestation.isListTooOld() === true,
    revocationListRefused: () => issuer?.attestation.isListRefused() === true,
    sealFault: () => seals.fault() !== undefined,
    isBreakGlassOpen: () => context.breakGlass?.openUntil() !== undefined,
    keyExpiries: () => withTimeout(PATIENCE, keys.expiries()),
    lostRequests: requests.lost,
    missedByReplica: database.missedByReplica,
    commitsInDoubt: database.commitsInDoubt,
    revocationListAge: () => ageOf(issuer?.attestation.listWrittenAt(), clock()),
    outbox: countOutbox,
    compromisedMsos: singleFlight(async () => {
      const counted = await withTimeout(
        PATIENCE,
        store.read((reader) => reader.dueCompromises(Number.MAX_SAFE_INTEGER)),
      );
      return counted.reduce((sum, { progress }) => sum + (progress.last?.left ?? 0), 0);
    }),
    anchorLags: singleFlight(() => withTimeout(PATIENCE, context.anchors.lags())),
    statusListAges: singleFlight(async () => {
      const figures = issuer && (await withTimeout(PATIENCE, issuer.statusLists.publisher.figures()));
      return (figures ?? []).map(({ root, oldestAt }) => ({ root, age: clock() - oldestAt }));
    }),
  });
}

const anchorWarnings = ({ late }: AnchorWatch) =>
  late().map((kind) => `audit log: the newest seals were not anchored for an hour (${kind})`);

interface Parts {
  readonly context: Context;
  readonly metrics: Metrics;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly ready: Readiness;
}

export type Observers = ReturnType<typeof createObservers>;

/** Observers of the requests: the log, the metrics, and the request log of `diptych explain`. */
export function createObservers({ context, metrics, settings, logger, ready }: Parts) {
  const { checkSeals, clock, requests } = context;
  const seals = sealWatch({ look: checkSeals, clock, logger });
  const anchors = anchorWatch(logger);
  addContextMetrics(metrics, context, { seals, ready });
  for (const { name } of metrics.registry.getMetricsAsArray())
    if (!isOfPanels(settings.interfaces, 'metrics', name)) metrics.registry.removeSingleMetric(name);
  const anonymous = limitedLines(logger, clock, settings.logWithoutCredentials);
  const recordAnonymous = anonymousRequests(requests, clock);
  const issuer = observeIssuer(logger, metrics, settings.issuer.id, anonymous);
  return {
    metrics,
    seals,
    anchors,
    /** Problems that do not stop the server but need an operator, in fixed words. */
    warnings: () => {
      const fault = seals.fault();
      return [
        ...(fault === undefined ? [] : [`audit log: ${fault}`]),
        ...anchorWarnings(anchors),
        ...breakGlassWarnings(context.breakGlass),
        ...(context.issuer?.attestation.warnings() ?? []),
      ];
    },
    issuer: both(issuer, recordIssuerRequests(requests, clock)),
    admin: both(observeAdmin(logger, metrics, anonymous), recordAdminRequests(requests, clock)),
    mediation: both(
      observeMediation(logger, metrics, anonymous),
      recordMediationRequests(requests, recordAnonymous, clock),
    ),
    oauth: both(observeOAuth(logger, metrics, anonymous), recordOAuthRequests(recordAnonymous, clock)),
    console: observeConsole(logger, metrics, anonymous),
    serve: observeServe(logger, metrics),
    statusLists: (status: number) => metrics.countResponse('status', status),
  };
}

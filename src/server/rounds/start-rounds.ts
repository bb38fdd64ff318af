import type { Logger } from 'pino';
import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { countCompromised } from '../../issuer/compromise/count-msos.ts';
import type { Context } from '../context/context.ts';
import type { Issuer } from '../context/issuer.ts';
import type { Mediation } from '../context/panels.ts';
import { observeClock, observeListAge, observePurged, watchKeys } from '../observe/conditions.ts';
import type { Observers } from '../observe/observers.ts';
import { observeSeals } from '../observe/seals.ts';
import { isClockBelieved } from './believed-clock.ts';
import { sweep } from './deadline-sweep.ts';
import { FILES_EVERY } from './files-round.ts';
import { failed, regularly, type Stop } from './regularly.ts';

/** Numbers of rows by what was done with them. */
type Counts = Readonly<Record<string, number>>;

/** `now` is when the round began. What cannot be undone uses it, because the clock may jump after it was believed. */
type Part = (now: number) => Promise<Counts>;

/** A part whose result is not counted. */
const uncounted =
  (part: (now: number) => Promise<unknown>): Part =>
  async (now) => {
    await part(now);
    return {};
  };

/**
 * Maximum time between an answer and its record in the database, in milliseconds. A crash can lose the
 * requests of this time.
 */
const RECORD_REQUESTS_EVERY = 1000;

/** Maximum time between a change and its notification, in milliseconds. */
const NOTIFY_EVERY = 1000;

/** How long after its time a status list may be published, in milliseconds. */
const PUBLISH_EVERY = 5000;

/** How often each process continues to count the MSOs of compromised keys, in milliseconds. */
const COUNT_EVERY = 5000;

/** How often each process looks whether a seal must be anchored, in milliseconds. */
const ANCHOR_EVERY = 15_000;

/** Maximum number of expired rows of sign-ins and grants that one sweep deletes; the next sweep continues. */
const PURGED_AT_ONCE = 1000;

/** How often each process looks whether break glass was opened or has ended, in milliseconds. */
const BREAK_GLASS_EVERY = 5000;

interface RoundsOptions {
  readonly context: Context;
  readonly observers: Observers;
  readonly logger: Logger;
  /** Milliseconds between sweeps; 0 turns all rounds off. */
  readonly every: number;
}

/**
 * Starts the background work of a server. Several servers on one database share the work, and none of it is
 * done twice.
 */
export async function startRounds({ context, observers, logger, every }: RoundsOptions): Promise<Stop> {
  const { accounts, clock, issuer, keys, mediation, requests } = context;
  const watch = watchKeys({ logger, clock, expiries: keys.expiries });
  const logSeals = observeSeals(logger);
  const logPurged = observePurged(logger);
  const logListAge = observeListAge(logger);

  const log = async (): Promise<Counts> => {
    const seals = (await observers.seals.round(context.sealLog)) ?? [];
    if (observers.seals.fault() !== undefined) await context.closeOutdatedLists();
    logSeals(seals);
    observers.anchors.look(await context.anchors.lags());
    return { seals: seals.length };
  };

  const purge: Part = async (now) => {
    const purged = await context.purge(now);
    logPurged(purged);
    return purged;
  };

  const retireKeys: Part = async (now) => {
    const { retired, destroyed } = await keys.sweep(now);
    return { retiredKeys: retired, destroyedKeys: destroyed };
  };

  const rewrapHolderKeys: Part = async (now) => {
    const { rewrapped, destroyedEpochs } = await context.rewrapHolderKeys(now);
    return { rewrappedHolderKeys: rewrapped, destroyedEpochs };
  };

  const lookAtRevocationList = async ({ attestation }: Issuer): Promise<Counts> => {
    // Logs a new or outdated list, even if no device registers.
    attestation.reloadChanged();
    logListAge(attestation.isListTooOld());
    return {};
  };

  const sweepIssuer = (panel: Issuer): readonly Part[] => [
    uncounted(watch),
    () => lookAtRevocationList(panel),
  ];

  /** What was decided for a day is not decided again before the next day. */
  const countDays = (panel: Mediation): readonly Part[] => [
    async (now) => ({ looks: await panel.lookAtExperiments(now) }),
    async (now) => ({ prices: await panel.observePrices(now) }),
    uncounted((now) => panel.compareMoney(now)),
  ];

  const logClock = observeClock(logger);

  const believeTime = async (now: number): Promise<boolean> => {
    const isBelieved = await isClockBelieved(context.store, now);
    logClock(isBelieved);
    return isBelieved;
  };

  /** They wait while the clock is in doubt. */
  const final: readonly Part[] = [
    ...(issuer
      ? [
          retireKeys,
          async (now: number) => ({ releasedDevices: await issuer.releaseSilentDevices(now) }),
          rewrapHolderKeys,
        ]
      : []),
    ...(mediation
      ? [
          async (now: number) => ({ statistics: await mediation.purgeStatistics(now) }),
          ...countDays(mediation),
        ]
      : []),
    purge,
    uncounted((now) => accounts.store.write((writer) => writer.purge(now, PURGED_AT_ONCE))),
    uncounted((now) => accounts.sessions.purge(now, PURGED_AT_ONCE)),
    uncounted((now) => accounts.server.organisations.purge(now, PURGED_AT_ONCE)),
  ];

  let isStopping = false;

  /** Runs every sweep, even if others fail: an attacker who makes one sweep fail must not stop the seals of the audit log. */
  const runRound = async () => {
    const now = clock();
    const isBelieved = (await believeTime(now).catch(failed(logger))) ?? false;
    const applyDeadlines: Part = async () => ({ ...(await sweep(context, { now, isBelieved })) });
    const others = [
      log,
      ...(issuer ? sweepIssuer(issuer) : []),
      ...(mediation ? [uncounted(() => mediation.recordCatalogue({ kind: 'file' }))] : []),
    ];
    for (const part of [applyDeadlines, ...(isBelieved ? final : []), ...others]) {
      await nextTurn();
      // The next start goes on with it.
      if (isStopping) return;
      const counts = await part(now).catch(failed(logger));
      for (const [kind, count] of Object.entries(counts ?? {})) observers.metrics.swept.inc({ kind }, count);
    }
  };

  const publishStatusLists = async ({ statusLists }: Issuer) => {
    const published = await statusLists.publisher.publishDue();
    if (published > 0) observers.metrics.swept.inc({ kind: 'statusLists' }, published);
  };

  const makeFiles = async (make: NonNullable<Mediation['makeFiles']>) => {
    const files = await make(() => isStopping);
    if (files > 0) observers.metrics.swept.inc({ kind: 'parquetFiles' }, files);
  };

  const countMsos = async () => {
    const pages = await countCompromised(context.store, clock());
    if (pages > 0) observers.metrics.swept.inc({ kind: 'compromisedPages' }, pages);
  };

  await watch();
  await context.anchors.seeOutside();
  // Before the listeners open, so that no MSO gets an entry that was given before.
  await context.closeOutdatedLists();
  await observers.seals.check();
  if (issuer) logListAge(issuer.attestation.isListTooOld());
  if (every === 0) return async () => {};
  const stops = [
    regularly(every, runRound, logger),
    regularly(RECORD_REQUESTS_EVERY, requests.settled, logger),
    ...(issuer
      ? [
          regularly(PUBLISH_EVERY, () => publishStatusLists(issuer), logger),
          regularly(COUNT_EVERY, countMsos, logger),
        ]
      : []),
    ...(mediation?.makeFiles
      ? [regularly(FILES_EVERY, makeFiles.bind(undefined, mediation.makeFiles), logger)]
      : []),
    ...(context.breakGlass ? [regularly(BREAK_GLASS_EVERY, context.breakGlass.round, logger)] : []),
    ...context.anchors.places.map((place) =>
      regularly(ANCHOR_EVERY, () => context.anchors.anchor(place), logger),
    ),
    ...(issuer?.notifications ? [regularly(NOTIFY_EVERY, issuer.notifications.deliverDue, logger)] : []),
  ];
  return async () => {
    isStopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

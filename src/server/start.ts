import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { adminOpenApi } from '../http/admin/openapi.ts';
import { adminPlugin } from '../http/admin/plugin.ts';
import { conventionalUrls } from '../http/conventions/index.ts';
import type { DrainTimes } from '../http/drain.ts';
import { issuerEnvelope } from '../http/issuer/exchange.ts';
import { issuerOpenApi } from '../http/issuer/openapi.ts';
import { issuerPlugin } from '../http/issuer/plugin.ts';
import { createListener } from '../http/listener.ts';
import {
  discoveryPlugin,
  mediationEnvelope,
  mediationOpenApi,
  mediationPlugin,
  PREFIX,
} from '../http/mediation/index.ts';
import {
  adminResource,
  endpointsOf,
  oauthEnvelope,
  oauthPlugin,
  RESOURCE_METADATA_PATH,
} from '../http/oauth/index.ts';
import { createMetrics } from '../http/operations/metrics.ts';
import { operationsPlugin } from '../http/operations/plugin.ts';
import { throttle } from '../http/throttle.ts';
import { CatalogueError } from '../mediation/catalogue/index.ts';
import { adminRoutes, DESCRIBED_METHODS } from './admin-routes.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { type Context, createContext, type Effects, REAL_EFFECTS } from './context.ts';
import { refuseDangers } from './danger.ts';
import { adminToken, removeAddresses, writeAddresses } from './data-folder.ts';
import { limitsOf } from './limits.ts';
import { noteAdmin, noteIssuer } from './note-requests.ts';
import {
  createLogger,
  observeAdmin,
  observeCatalogue,
  observeFiles,
  observeIssuer,
  observeMediation,
  observeOAuth,
  observeProofings,
} from './observe.ts';
import { observeNotifications } from './observe-notifications.ts';
import { observeRecords } from './observe-records.ts';
import { observeSeals } from './observe-seals.ts';
import { operators } from './operators.ts';
import { readiness } from './readiness.ts';
import { startBaseline } from './start-baseline.ts';
import { sweep } from './sweep.ts';
import { createTransport } from './transport.ts';
import { VERSION } from './version.ts';
import { watchKeys } from './watch-keys.ts';
import { metricsText, shareMetrics } from './worker.ts';

const SWEEP_EVERY = 30_000;

/** Milliseconds between an answer and its line in the store, at most; what a crash can lose. */
const NOTE_EVERY = 1000;

/** Milliseconds between a change and its notification, at most. */
const NOTIFY_EVERY = 1000;

/** Expired rows of sign-ins and grants that one sweep drops; the rest waits for the next. */
const PURGED_AT_ONCE = 1000;

export interface Server {
  readonly url: string;
  /** Of the issuer panel; the same where it has no listener of its own. */
  readonly issuerUrl: string;
  readonly adminUrl: string;
  readonly context: Context;
  readonly panels: FastifyInstance;
  readonly admin: FastifyInstance;
  /** Reads the files again that may change while it runs; what is wrong with them stands in the log. */
  reload(): void;
  /** Finishes what is under way, refuses what is new. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly effects?: Effects;
  readonly logger?: Logger;
  /** Milliseconds between sweeps; with 0 nothing is done by itself. */
  readonly sweepEvery?: number;
  /** Without, connections that are kept alive end at once. */
  readonly drain?: DrainTimes;
}

/** Tells two listeners. */
function both<Event>(first: (event: Event) => void, second: (event: Event) => void) {
  return (event: Event): void => {
    first(event);
    second(event);
  };
}

/** Sweeps until it is stopped; a failed round is logged and the next one tries again. */
function sweepRegularly(every: number, round: () => Promise<void>, logger: Logger): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(round).catch((error: unknown) => {
      logger.error({ name: error instanceof Error ? error.name : 'unknown' }, 'sweep failed');
    });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function urlOf(listener: FastifyInstance): string {
  const address = listener.server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no address');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const scheme = listener.server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${host}:${address.port}`;
}

const ageOf = (at: number | undefined, now: number) => (at === undefined ? undefined : now - at);

/** An address that cannot be had is a wrong setting, told in one line. */
function listenFailure(error: unknown): unknown {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === undefined || port === undefined) return error;
  return new SettingsError([
    `port, issuer.port or adminPort: cannot listen on ${address}:${port} (${code}); choose another`,
  ]);
}

/** Settings to listening server. @throws SettingsError when the configuration is dangerous. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Server> {
  const {
    effects = REAL_EFFECTS,
    logger = createLogger(settings.logLevel),
    sweepEvery = SWEEP_EVERY,
    drain,
  } = options;
  refuseDangers(settings);
  const files = observeFiles(logger);
  const transport = createTransport(settings, effects.clock, files);
  const context = await createContext(settings, effects, { files, catalogue: observeCatalogue(logger) });
  await startBaseline(context, settings, logger);
  const { keys, attestation } = context;
  const metrics = createMetrics({
    keyExpiries: keys.expiries,
    lostRequests: context.requests.lost,
    missedByReplica: context.database.missedByReplica,
    revocationListAge: () => ageOf(attestation.listWrittenAt(), context.clock()),
    outbox: () => context.notifications && context.store.read((reader) => reader.countOutbox()),
  });
  context.observeProofings(observeProofings(logger, metrics));
  context.records?.watchedBy(observeRecords(logger, metrics, context.policy));
  context.notifications?.watchedBy(observeNotifications(logger, metrics));
  const watch = watchKeys({ logger, clock: context.clock, expiries: keys.expiries });
  const { domain } = settings.mediation;
  const observe = {
    issuer: both(
      observeIssuer(logger, metrics, settings.issuer.id),
      noteIssuer(context.requests, context.clock),
    ),
    admin: both(observeAdmin(logger, metrics), noteAdmin(context.requests, context.clock)),
    mediation: observeMediation(logger, metrics),
  };
  const limits = throttle(limitsOf(settings), (limit) => metrics.rateLimited.inc({ limit }));
  context.limitCodes((codeHash) => limits('issuerPerCode', Buffer.from(codeHash).toString('base64')));
  const issuerEnvelopes = [issuerEnvelope(observe.issuer)];
  const hasOwnListener = settings.issuer.port !== undefined;
  const panels = createListener({
    drain,
    tls: transport.panels,
    rewriteUrl: conventionalUrls(`${PREFIX}/`, '/$discovery/', '/%24discovery/'),
    envelopes: [
      ...(hasOwnListener ? [] : issuerEnvelopes),
      mediationEnvelope({ domain, observe: observe.mediation }),
      ...(settings.oauth.embedded ? [oauthEnvelope] : []),
    ],
  });
  const issuer = hasOwnListener
    ? createListener({ drain, tls: transport.issuer, envelopes: issuerEnvelopes })
    : panels;
  const admin = createListener({ drain, tls: transport.admin });
  const listeners = new Set([panels, issuer, admin]);
  const ready = readiness(context.ready);
  shareMetrics(metrics.registry);
  const shownMetrics = {
    contentType: metrics.registry.contentType,
    text: () => metricsText(metrics.registry),
  };

  for (const listener of listeners)
    await listener.register(operationsPlugin, { ready: ready.check, metrics: shownMetrics });
  await issuer.register(issuerPlugin, {
    panel: context.panel,
    observe: observe.issuer,
    checkCaller: transport.callers,
    throttle: limits,
    fields: settings.issuer.fields,
  });
  const openApi = issuerOpenApi(VERSION, { fields: settings.issuer.fields });
  issuer.get('/openapi/issuer.json', async () => openApi);
  const { accounts, mediation } = context;
  const { scopes } = accounts;
  await panels.register(mediationPlugin, {
    panel: mediation.panel,
    bearer: accounts.bearer,
    throttle: limits,
    domain,
    gzipBodies: settings.mediation.gzipBodies,
    observe: observe.mediation,
  });
  await panels.register(discoveryPlugin, { scopes, domain, address: accounts.address.url });
  panels.get('/openapi/mediation.json', async () =>
    mediationOpenApi({
      version: VERSION,
      scopes,
      endpoints: settings.oauth.embedded ? endpointsOf(accounts.address.url()) : undefined,
    }),
  );
  if (settings.oauth.embedded) {
    await panels.register(oauthPlugin, {
      ...context.accounts.server,
      observe: observeOAuth(logger, metrics),
    });
  }

  await admin.register(adminPlugin, {
    routes: adminRoutes(context.administration),
    authenticate: operators(adminToken(context.folder), accounts.operators),
    throttle: limits,
    observe: observe.admin,
  });
  const adminDescription = adminOpenApi(VERSION, DESCRIBED_METHODS);
  admin.get('/openapi/admin.json', async () => adminDescription);
  if (settings.oauth.embedded) {
    admin.get(RESOURCE_METADATA_PATH, async () => adminResource(accounts.address.url()));
  }

  const round = async () => {
    const swept = await sweep(context);
    const { retired, destroyed } = await keys.sweep();
    const requests = await context.requests.purge();
    const seals = await context.sealTrail();
    observeSeals(logger)(seals);
    const counts = {
      ...swept,
      requests,
      seals: seals.length,
      retiredKeys: retired,
      destroyedKeys: destroyed,
    };
    for (const [kind, count] of Object.entries(counts)) metrics.swept.inc({ kind }, count as number);
    await watch();
    // Noticed and told also while no device registers.
    attestation.reloadChanged();
    await context.accounts.store.write((writer) => writer.purge(context.clock(), PURGED_AT_ONCE));
  };
  await watch();
  const stopSweeping = sweepEvery > 0 ? sweepRegularly(sweepEvery, round, logger) : async () => {};
  const stopNoting =
    sweepEvery > 0 ? sweepRegularly(NOTE_EVERY, context.requests.settled, logger) : async () => {};

  const { notifications } = context;
  const stopNotifying =
    sweepEvery > 0 && notifications
      ? sweepRegularly(NOTIFY_EVERY, notifications.deliverDue, logger)
      : async () => {};

  const closeAll = async () => {
    ready.end();
    notifications?.stop();
    // Listeners first: what sweeps may wait for a database that is away.
    await Promise.all([...listeners].map((listener) => listener.close()));
    await Promise.all([stopSweeping(), stopNoting(), stopNotifying()]);
    await context.close();
  };
  try {
    await panels.listen({ host: settings.host, port: settings.port });
    const { host = settings.host, port } = settings.issuer;
    if (port !== undefined) await issuer.listen({ host, port });
    await admin.listen({ host: settings.adminHost, port: settings.adminPort });
    const [url, adminUrl] = [urlOf(panels), urlOf(admin)];
    context.accounts.address.listensAt(url);
    writeAddresses(context.folder, { url, adminUrl, pid: process.pid });
  } catch (error) {
    await closeAll();
    throw listenFailure(error);
  }
  const [url, issuerUrl, adminUrl] = [urlOf(panels), urlOf(issuer), urlOf(admin)];
  logger.info({ url, issuerUrl, adminUrl, profile: settings.profile, version: VERSION }, 'listening');

  return {
    url,
    issuerUrl,
    adminUrl,
    context,
    panels,
    admin,
    reload() {
      transport.reload();
      attestation.reload();
      try {
        context.mediation.catalogue.reload();
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error;
      }
    },
    async close() {
      await closeAll();
      removeAddresses(context.folder);
      logger.info('closed');
    },
  };
}

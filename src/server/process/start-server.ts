import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { passkeyLibrary } from '../../accounts/passkeys/index.ts';
import type { DrainTimes } from '../../http/drain.ts';
import { listenAt } from '../../http/listen.ts';
import { createMetrics } from '../../http/operations/metrics.ts';
import { limiter } from '../../http/throttle.ts';
import { CatalogueError } from '../../mediation/catalogue/index.ts';
import { limitsOf } from '../config/limit-settings.ts';
import type { Origins } from '../config/load-settings.ts';
import { isOfPanels } from '../config/panel-parts.ts';
import type { Settings } from '../config/settings.ts';
import { refuseDangers } from '../config/unsafe-settings.ts';
import { type Context, createContext } from '../context/context.ts';
import { type Effects, REAL_EFFECTS } from '../effects.ts';
import { createListeners } from '../listeners/create.ts';
import type { Listeners } from '../listeners/parts.ts';
import { listenFailure } from '../listeners/require-free.ts';
import { createTransport } from '../listeners/tls.ts';
import { observeReadiness } from '../observe/conditions.ts';
import { createLogger } from '../observe/logger.ts';
import { contextObservers, createObservers } from '../observe/observers.ts';
import type { SealWatch } from '../observe/seals.ts';
import {
  logOnePersonPowers,
  recordConfiguration,
  warnOfErasedMayReturn,
  warnOfOpenSandbox,
} from '../observe/startup-log.ts';
import { startRounds } from '../rounds/start-rounds.ts';
import { passkeyDomain } from '../sign-in/passkeys.ts';
import { startTracing } from '../telemetry/start-tracing.ts';
import { VERSION } from '../version.ts';
import { readiness } from './readiness.ts';
import { announceAddresses } from './serving-process.ts';
import { shareMetrics } from './worker.ts';

export const SWEEP_EVERY = 30_000;

interface Urls {
  readonly url: string;
  /** Address of the issuer panel. If it has no listener of its own, the public address. */
  readonly issuerUrl: string;
  readonly adminUrl: string;
}

export interface Server extends Urls {
  readonly context: Context;
  readonly panels: FastifyInstance;
  readonly admin: FastifyInstance;
  /** Checks the seals of the audit log. */
  readonly seals: SealWatch;
  /** Reloads the files that may change at run time. Problems are logged. */
  reload(): void;
  /** Finishes running requests and refuses new ones. */
  close(): Promise<void>;
}

interface StartOptions {
  /** The source of each setting. */
  readonly origins?: Origins;
  readonly effects?: Effects;
  readonly logger?: Logger;
  /** Milliseconds between sweeps; 0 turns all background work off. */
  readonly sweepEvery?: number;
  /** How long a stop waits for connections. By default, idle connections are closed at once. */
  readonly drain?: DrainTimes;
}

function urlOf(listener: FastifyInstance): string {
  const address = listener.server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no address');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const scheme = listener.server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${host}:${address.port}`;
}

/** Listens at the addresses of the settings. @throws SettingsError if an address cannot be used */
async function listen({ panels, issuer, admin }: Listeners, settings: Settings): Promise<Urls> {
  const { host = settings.host, port } = settings.issuer;
  try {
    await listenAt(panels, settings);
    if (port !== undefined) await listenAt(issuer, { host, port });
    await listenAt(admin, { host: settings.adminHost, port: settings.adminPort });
  } catch (error) {
    throw listenFailure(error);
  }
  return { url: urlOf(panels), issuerUrl: urlOf(issuer), adminUrl: urlOf(admin) };
}

/** An invalid catalogue changes nothing, and the observer has already logged it. */
function reloadCatalogue({ mediation }: Context): void {
  try {
    mediation?.catalogue.reload();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
  }
}

/** Starts a server. @throws SettingsError if the configuration is dangerous */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Server> {
  const { effects = REAL_EFFECTS, sweepEvery = SWEEP_EVERY, drain, origins } = options;
  const { logger = createLogger(settings.logLevel) } = options;
  refuseDangers(settings);
  const metrics = createMetrics();
  shareMetrics(metrics.registry);
  const observe = contextObservers(logger, metrics);
  const most = limitsOf(settings);
  // A series that starts with its first refusal would hide it from `increase`.
  for (const limit of Object.keys(most))
    if (isOfPanels(settings.interfaces, 'settings', `limits.${limit}`)) metrics.rateLimited.inc({ limit }, 0);
  const limits = limiter(most, (limit) => metrics.rateLimited.inc({ limit }));
  const transport = createTransport(settings, effects.clock, observe.files);
  const tracing = await startTracing(settings, logger);
  const parts = { observe, limits, tracing, ...(origins && { origins }) };
  const context = await createContext(settings, effects, parts);
  await recordConfiguration(context, settings, logger);
  // In a sandbox the first passkey loads it, which stops the process for a third of a second.
  if (settings.profile === 'production' && passkeyDomain(settings) !== undefined) await passkeyLibrary();
  warnOfOpenSandbox(settings, logger);
  warnOfErasedMayReturn(context, logger);
  await logOnePersonPowers(context, settings, logger);
  const ready = readiness(context.ready, observeReadiness(logger));
  const observers = createObservers({ context, metrics, settings, logger, ready });
  const listeners = await createListeners({
    settings,
    context,
    transport,
    observers,
    ready,
    limits,
    drain,
    tracing,
  });
  const stopRounds = await startRounds({ context, observers, logger, every: sweepEvery });

  const closeAll = async () => {
    ready.end();
    context.issuer?.notifications?.stop();
    // Both at once, because a sweep may be waiting for a database that does not answer.
    const listening = [...new Set(Object.values(listeners))];
    await Promise.all([stopRounds(), ...listening.map((listener) => listener.close())]);
    await context.close();
    await tracing?.close();
  };
  const begin = async () => {
    const urls = await listen(listeners, settings);
    context.accounts.address.listensAt(urls.url);
    context.consoleAddress.listensAt(urls.adminUrl);
    return { urls, unannounce: announceAddresses(context.folder, urls) };
  };
  const { urls, unannounce } = await begin().catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  logger.info({ ...urls, profile: settings.profile, version: VERSION }, 'listening');

  return {
    ...urls,
    context,
    panels: listeners.panels,
    admin: listeners.admin,
    seals: observers.seals,
    reload() {
      transport.reload();
      context.issuer?.attestation.reload();
      reloadCatalogue(context);
    },
    async close() {
      await closeAll();
      unannounce();
      logger.info('closed');
    },
  };
}

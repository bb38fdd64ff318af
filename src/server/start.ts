import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { adminOpenApi } from '../http/admin/openapi.ts';
import { type AdminRoute, adminPlugin } from '../http/admin/plugin.ts';
import { issuerOpenApi } from '../http/issuer/openapi.ts';
import { issuerPlugin } from '../http/issuer/plugin.ts';
import { createListener } from '../http/listener.ts';
import { createMetrics } from '../http/operations/metrics.ts';
import { operationsPlugin } from '../http/operations/plugin.ts';
import { ADMIN_METHODS } from '../issuer/administration/index.ts';
import { KEY_METHODS } from '../keys/administration.ts';
import type { Settings } from './config/settings.ts';
import { type Context, createContext, type Effects, REAL_EFFECTS } from './context.ts';
import { refuseDangers } from './danger.ts';
import { adminToken, removeAddresses, writeAddresses } from './data-folder.ts';
import { createLogger, observeAdmin, observeIssuer } from './observe.ts';
import { sweep } from './sweep.ts';
import { VERSION } from './version.ts';

const SWEEP_EVERY = 30_000;

const METHODS = { ...ADMIN_METHODS, ...KEY_METHODS };
const DESCRIBED_METHODS = Object.entries(METHODS).map(([name, method]) => ({ name, ...method }));

export interface Server {
  readonly url: string;
  readonly adminUrl: string;
  readonly context: Context;
  readonly panels: FastifyInstance;
  readonly admin: FastifyInstance;
  /** Finishes what is under way, refuses what is new. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly effects?: Effects;
  readonly logger?: Logger;
  /** Milliseconds between sweeps; 0 for none. */
  readonly sweepEvery?: number;
}

function adminRoutes({ administration, keyAdministration }: Context): readonly AdminRoute[] {
  const calls = { ...administration, ...keyAdministration } as unknown as Record<string, AdminRoute['call']>;
  return DESCRIBED_METHODS.map(({ name, http, request }) => ({
    name,
    http,
    request,
    call: calls[name] as AdminRoute['call'],
  }));
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
  return `http://${host}:${address.port}`;
}

/** Settings to listening server. @throws SettingsError when the configuration is dangerous. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Server> {
  const {
    effects = REAL_EFFECTS,
    logger = createLogger(settings.logLevel),
    sweepEvery = SWEEP_EVERY,
  } = options;
  refuseDangers(settings);
  const context = await createContext(settings, effects);
  const metrics = createMetrics();
  const panels = createListener();
  const admin = createListener();
  const ready = () => context.database.ping();

  await panels.register(operationsPlugin, { ready, metrics });
  await panels.register(issuerPlugin, {
    panel: context.panel,
    observe: observeIssuer(logger, metrics, settings.issuer.id),
  });
  const openApi = issuerOpenApi(VERSION);
  panels.get('/openapi/issuer.json', async () => openApi);

  await admin.register(operationsPlugin, { ready, metrics });
  await admin.register(adminPlugin, {
    routes: adminRoutes(context),
    token: adminToken(context.folder),
    observe: observeAdmin(logger, metrics),
  });
  const adminDescription = adminOpenApi(VERSION, DESCRIBED_METHODS);
  admin.get('/openapi/admin.json', async () => adminDescription);

  const round = async () => {
    const swept = await sweep(context.store, context.clock);
    for (const [kind, count] of Object.entries(swept)) metrics.swept.inc({ kind }, count as number);
  };
  const stopSweeping = sweepEvery > 0 ? sweepRegularly(sweepEvery, round, logger) : async () => {};

  await panels.listen({ host: settings.host, port: settings.port });
  await admin.listen({ host: settings.adminHost, port: settings.adminPort });
  const [url, adminUrl] = [urlOf(panels), urlOf(admin)];
  writeAddresses(context.folder, { url, adminUrl, pid: process.pid });
  logger.info({ url, adminUrl, profile: settings.profile, version: VERSION }, 'listening');

  return {
    url,
    adminUrl,
    context,
    panels,
    admin,
    async close() {
      await stopSweeping();
      await panels.close();
      await admin.close();
      await context.close();
      removeAddresses(context.folder);
      logger.info('closed');
    },
  };
}

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ACCOUNT_METHODS } from '../accounts/administration/index.ts';
import { adminOpenApi } from '../http/admin/openapi.ts';
import { type AdminRoute, adminPlugin } from '../http/admin/plugin.ts';
import { conventionalUrls } from '../http/conventions/index.ts';
import { issuerOpenApi } from '../http/issuer/openapi.ts';
import { issuerPlugin } from '../http/issuer/plugin.ts';
import { createListener } from '../http/listener.ts';
import { discoveryPlugin, mediationOpenApi, mediationPlugin, PREFIX } from '../http/mediation/index.ts';
import { endpointsOf, oauthPlugin } from '../http/oauth/index.ts';
import { createMetrics } from '../http/operations/metrics.ts';
import { operationsPlugin } from '../http/operations/plugin.ts';
import { ADMIN_METHODS } from '../issuer/administration/index.ts';
import { KEY_METHODS } from '../keys/administration.ts';
import { PUBLISHER_METHODS } from '../mediation/administration/index.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { type Context, createContext, type Effects, REAL_EFFECTS } from './context.ts';
import { refuseDangers } from './danger.ts';
import { adminToken, removeAddresses, writeAddresses } from './data-folder.ts';
import { issuerCallers } from './issuer-callers.ts';
import { createLogger, observeAdmin, observeIssuer, observeMediation, observeOAuth } from './observe.ts';
import { sweep } from './sweep.ts';
import { VERSION } from './version.ts';

const SWEEP_EVERY = 30_000;

/** Expired rows of sign-ins and grants that one sweep drops; the rest waits for the next. */
const PURGED_AT_ONCE = 1000;

const METHODS = { ...ADMIN_METHODS, ...KEY_METHODS, ...ACCOUNT_METHODS, ...PUBLISHER_METHODS };
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

function adminRoutes({
  administration,
  keyAdministration,
  accounts,
  mediation,
}: Context): readonly AdminRoute[] {
  const all = {
    ...administration,
    ...keyAdministration,
    ...accounts.administration,
    ...mediation.administration,
  };
  const calls = all as unknown as Record<string, AdminRoute['call']>;
  return DESCRIBED_METHODS.map(({ name, http, request, response }) => ({
    name,
    http,
    request,
    response,
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

/** An address that cannot be had is a wrong setting, told in one line. */
function listenFailure(error: unknown): unknown {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === undefined || port === undefined) return error;
  return new SettingsError([
    `port or adminPort: cannot listen on ${address}:${port} (${code}); choose another`,
  ]);
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
  const panels = createListener({
    rewriteUrl: conventionalUrls(`${PREFIX}/`, '/$discovery/', '/%24discovery/'),
  });
  const admin = createListener();
  const ready = context.ready;

  await panels.register(operationsPlugin, { ready, metrics });
  await panels.register(issuerPlugin, {
    panel: context.panel,
    observe: observeIssuer(logger, metrics, settings.issuer.id),
    checkCaller: issuerCallers(settings, effects.clock),
  });
  const openApi = issuerOpenApi(VERSION);
  panels.get('/openapi/issuer.json', async () => openApi);
  const { accounts, mediation } = context;
  const { scopes } = accounts;
  await panels.register(mediationPlugin, {
    panel: mediation.panel,
    bearer: accounts.bearer,
    domain: settings.mediation.domain,
    gzipBodies: settings.mediation.gzipBodies,
    observe: observeMediation(logger, metrics),
  });
  await panels.register(discoveryPlugin, { scopes, address: accounts.address.url });
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
    await context.accounts.store.write((writer) => writer.purge(context.clock(), PURGED_AT_ONCE));
  };
  const stopSweeping = sweepEvery > 0 ? sweepRegularly(sweepEvery, round, logger) : async () => {};

  const closeAll = async () => {
    await stopSweeping();
    await panels.close();
    await admin.close();
    await context.close();
  };
  try {
    await panels.listen({ host: settings.host, port: settings.port });
    await admin.listen({ host: settings.adminHost, port: settings.adminPort });
  } catch (error) {
    await closeAll();
    throw listenFailure(error);
  }
  const [url, adminUrl] = [urlOf(panels), urlOf(admin)];
  context.accounts.address.listensAt(url);
  writeAddresses(context.folder, { url, adminUrl, pid: process.pid });
  logger.info({ url, adminUrl, profile: settings.profile, version: VERSION }, 'listening');

  return {
    url,
    adminUrl,
    context,
    panels,
    admin,
    async close() {
      await closeAll();
      removeAddresses(context.folder);
      logger.info('closed');
    },
  };
}

import type { FastifyInstance } from 'fastify';
import { authenticator } from '../../admin/access/caller.ts';
import { byBearer } from '../../http/admin/by-bearer.ts';
import { adminPlugin } from '../../http/admin/plugin.ts';
import { conventionalUrls } from '../../http/conventions/index.ts';
import { decodableUrls } from '../../http/issuer/decodable-urls.ts';
import { issuerEnvelope } from '../../http/issuer/exchange.ts';
import { issuerPlugin } from '../../http/issuer/plugin.ts';
import { createListener } from '../../http/listener.ts';
import { discoveryPlugin, mediationEnvelope, mediationPlugin, PREFIX } from '../../http/mediation/index.ts';
import { addressReader } from '../../http/oauth/address.ts';
import { adminResource, oauthEnvelope, oauthPlugin, RESOURCE_METADATA_PATH } from '../../http/oauth/index.ts';
import { operationsPlugin } from '../../http/operations/plugin.ts';
import { serveEnvelope, servePlugin } from '../../http/serve/plugin.ts';
import { quickAnswers } from '../../http/serve/quick-answers.ts';
import { countryReader } from '../../http/serve/resolve-answer.ts';
import { statusPlugin } from '../../http/status/plugin.ts';
import { addressList } from '../config/address-list.ts';
import type { Issuer } from '../context/issuer.ts';
import type { Mediation } from '../context/panels.ts';
import { adminToken, readAdminToken } from '../files/create-data-folder.ts';
import { metricsText } from '../process/worker.ts';
import { traceRequests } from '../telemetry/trace-requests.ts';
import { adminDocument, issuerDocument, mediationDocument } from './documents.ts';
import type { Listeners, Parts } from './parts.ts';
import { guardHosts, serveConsoles } from './serve-consoles.ts';
import { serveHolderPage } from './serve-holder-page.ts';
import { serveWallets } from './serve-wallets.ts';

/** What apps call, by routes and by answers before routing. */
function serveOptions({ settings, context, observers, limits }: Parts, mediation: Mediation) {
  return {
    keys: mediation.servingKeys,
    snapshots: mediation.snapshots,
    clock: context.clock,
    withCountry: countryReader(settings.mediation.serving.countryHeader),
    throttle: limits,
    addressOf: addressReader(settings.oauth.addressHeader),
    observe: observers.serve,
  };
}

/** Listeners without routes. */
function bareListeners(parts: Parts): Listeners {
  const { settings, context, transport, observers, drain } = parts;
  const { oauth } = settings;
  const { domain } = settings.mediation;
  const { mediation } = context;
  const issuerEnvelopes = context.issuer ? [issuerEnvelope(observers.issuer)] : [];
  const hasOwn = settings.issuer.port !== undefined;
  const panels = createListener({
    drain,
    tls: transport.panels,
    ...(mediation && { quick: quickAnswers(serveOptions(parts, mediation)) }),
    rewriteUrl: decodableUrls(conventionalUrls(`${PREFIX}/`, '/$discovery/', '/%24discovery/')),
    envelopes: [
      ...(hasOwn ? [] : issuerEnvelopes),
      ...(mediation
        ? [
            mediationEnvelope({ domain, observe: observers.mediation }),
            serveEnvelope({ domain, observe: observers.serve }),
          ]
        : []),
      ...(oauth.embedded ? [oauthEnvelope(observers.oauth)] : []),
    ],
  });
  const issuer = hasOwn
    ? createListener({
        drain,
        tls: transport.issuer,
        rewriteUrl: decodableUrls(),
        envelopes: issuerEnvelopes,
      })
    : panels;
  return { panels, issuer, admin: createListener({ drain, tls: transport.admin }) };
}

/** Prints the document once, when it is first asked for. */
function serveDocument(listener: FastifyInstance, path: string, document: () => object): void {
  let text: string | undefined;
  listener.get(path, async (_request, reply) => {
    text ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

async function serveIssuer(listener: FastifyInstance, parts: Parts, issuer: Issuer): Promise<void> {
  const { settings, transport, observers, limits } = parts;
  const { fields } = settings.issuer;
  await listener.register(issuerPlugin, {
    panel: issuer.panel,
    observe: observers.issuer,
    checkCaller: transport.callers,
    throttle: limits,
    fields,
  });
  serveDocument(listener, '/openapi/issuer.json', () => issuerDocument(parts));
}

async function serveMediation(listener: FastifyInstance, parts: Parts, mediation: Mediation): Promise<void> {
  const { settings, context, observers, limits } = parts;
  const { accounts } = context;
  const { scopes, address } = accounts;
  const { domain, gzipBodies } = settings.mediation;
  await listener.register(mediationPlugin, {
    panel: mediation.panel,
    bearer: accounts.bearer,
    throttle: limits,
    domain,
    gzipBodies,
    observe: observers.mediation,
  });
  await listener.register(discoveryPlugin, {
    served: mediation.panel.served,
    scopes,
    domain,
    address: address.url,
  });
  serveDocument(listener, '/openapi/mediation.json', () => mediationDocument(parts, mediation));
  await listener.register(servePlugin, {
    ...serveOptions(parts, mediation),
    bearer: accounts.bearer,
    takeEvents: mediation.takeEvents,
    domain,
  });
}

/** What readers and wallets fetch of the issuer. */
async function serveHolders(listener: FastifyInstance, parts: Parts, issuer: Issuer): Promise<void> {
  const { settings, context, observers } = parts;
  await listener.register(statusPlugin, {
    tokens: issuer.statusLists.tokens,
    clock: context.clock,
    observe: observers.statusLists,
  });
  if (settings.issuer.addToWallet.holderPage === 'on') await serveHolderPage(listener, parts, issuer);
  if (settings.issuer.wallets.documentTypes) await serveWallets(listener, parts, issuer);
}

async function serveAdmin(listener: FastifyInstance, parts: Parts): Promise<void> {
  const { settings, context, observers, limits } = parts;
  const { accounts, administration, breakGlass, clock, folder } = context;
  adminToken(folder);
  await listener.register(adminPlugin, {
    administration,
    admission: byBearer({
      authenticate: authenticator(() => readAdminToken(folder), accounts.operators),
      admitAdminToken: breakGlass?.admit,
      clock,
    }),
    throttle: limits,
    observe: observers.admin,
  });
  serveDocument(listener, '/openapi/admin.json', () => adminDocument(settings));
  if (settings.oauth.embedded)
    listener.get(RESOURCE_METADATA_PATH, async () => adminResource(accounts.address.url()));
}

function trace(listeners: Listeners, { tracing, settings }: Parts): void {
  if (tracing === undefined) return;
  const isTrusted = addressList('telemetry.callers', settings.telemetry.callers);
  const names = new Map(Object.entries(listeners).map(([name, listener]) => [listener, name] as const));
  for (const [instance, listener] of names) traceRequests(instance, { tracing, listener, isTrusted });
}

/** Listeners with panels and administration. They do not listen yet. */
export async function createListeners(parts: Parts): Promise<Listeners> {
  const { settings, observers, ready } = parts;
  const { registry } = observers.metrics;
  const listeners = bareListeners(parts);
  trace(listeners, parts);
  const metrics = { contentType: registry.contentType, text: () => metricsText(registry) };
  const open = { ready: ready.check, ...(settings.metrics.public && { metrics }) };
  for (const listener of new Set([listeners.panels, listeners.issuer]))
    await listener.register(operationsPlugin, open);
  const { warnings } = observers;
  guardHosts(listeners.admin, settings);
  await listeners.admin.register(operationsPlugin, { ready: ready.check, metrics, warnings });
  const { issuer, mediation, accounts } = parts.context;
  if (issuer) {
    await serveIssuer(listeners.issuer, parts, issuer);
    await serveHolders(listeners.panels, parts, issuer);
  }
  if (mediation) await serveMediation(listeners.panels, parts, mediation);
  if (settings.oauth.embedded)
    await listeners.panels.register(oauthPlugin, { ...accounts.server, observe: observers.oauth });
  await serveAdmin(listeners.admin, parts);
  if (settings.console.enabled) await serveConsoles(listeners, parts);
  return listeners;
}

import type { FastifyInstance } from 'fastify';
import { adminPlugin } from '../../http/admin/plugin.ts';
import { apiDocsPlugin } from '../../http/api-docs/plugin.ts';
import { cataloguePlugin } from '../../http/console/catalogue.ts';
import { changesPlugin } from '../../http/console/change-feed.ts';
import { guardHosts as guard, hostCheck } from '../../http/console/hosts.ts';
import { idSearchPlugin } from '../../http/console/id-search.ts';
import { lintPreviewPlugin } from '../../http/console/lint-preview.ts';
import { type ConsolePluginOptions, consolePlugin } from '../../http/console/plugin.ts';
import { publisherNamesPlugin } from '../../http/console/publisher-names.ts';
import type { Gate } from '../../http/console/session-gate.ts';
import { startPagePlugin } from '../../http/console/start-page.ts';
import { mediationPlugin } from '../../http/mediation/index.ts';
import { addressReader } from '../../http/oauth/address.ts';
import type { Settings } from '../config/settings.ts';
import type { Mediation } from '../context/panels.ts';
import { commandOn, ownCommand } from '../process/own-command.ts';
import { adminDocument, issuerDocument, mediationDocument } from './documents.ts';
import type { Listeners, Parts } from './parts.ts';

const adminHosts = ({ adminHost, console }: Settings) =>
  hostCheck({ bound: adminHost, names: console.names });

/** Must be registered before anything else on the admin listener. */
export const guardHosts = (listener: FastifyInstance, settings: Settings) =>
  guard(listener, adminHosts(settings));

type Common = Pick<
  ConsolePluginOptions,
  'sessions' | 'interfaces' | 'command' | 'deviceSecret' | 'clock' | 'observe'
>;

/** The mediation panel behind the session of a console. */
function panelBehind(
  { settings, context, observers, limits }: Parts,
  { panel }: Mediation,
  { identify }: Gate,
) {
  const { domain, gzipBodies } = settings.mediation;
  const { bearer } = context.accounts;
  return { panel, bearer, identify, throttle: limits, domain, gzipBodies, observe: observers.mediation };
}

/** What the operators' console finds of the mediation panel: groups with their lines. */
const SEARCHED = ['accounts.mediationGroups.list'] as const;

async function serveOperators(listener: FastifyInstance, parts: Parts, common: Common): Promise<void> {
  const { settings, context, observers, limits } = parts;
  const { administration, mediation } = context;
  const checkHost = adminHosts(settings);
  const limit = (personId: string) => limits('adminPerOperator', personId);
  const documents = () => ({ '/openapi/admin.json': adminDocument(settings) });
  await listener.register(startPagePlugin, { listener: 'admin', interfaces: settings.interfaces, checkHost });
  await listener.register(apiDocsPlugin, { checkHost, documents });
  await listener.register(consolePlugin, {
    ...common,
    console: 'operators',
    ownConsole: context.consoleAddress.url,
    otherConsole: () => mediation && `${context.accounts.address.url()}/console/`,
    checkHost,
    // The proxy whose header names callers is only in front of the panels.
    addressOf: addressReader(undefined),
    limit,
    api: async (instance, gate) => {
      const { admission } = gate;
      const { observe } = common;
      await instance.register(adminPlugin, {
        administration,
        admission,
        throttle: limits,
        observe: observers.admin,
      });
      await instance.register(idSearchPlugin, { administration, admission, limit, observe });
      if (mediation)
        await instance.register(mediationPlugin, { ...panelBehind(parts, mediation, gate), only: SEARCHED });
    },
  });
}

const panelHosts = ({ host, console, oauth }: Settings) =>
  hostCheck({ bound: host, names: console.names, publicUrl: oauth.issuerUrl });

/** The documentation of the interfaces on the listener of the panels. */
async function serveDocuments(listener: FastifyInstance, parts: Parts): Promise<void> {
  const { settings } = parts;
  const { issuer, mediation } = parts.context;
  const documents = () => ({
    ...(mediation && { '/openapi/mediation.json': mediationDocument(parts, mediation) }),
    ...(issuer && settings.issuer.port === undefined && { '/openapi/issuer.json': issuerDocument(parts) }),
  });
  const checkHost = panelHosts(settings);
  await listener.register(startPagePlugin, {
    listener: 'panels',
    interfaces: settings.interfaces,
    checkHost,
  });
  await listener.register(apiDocsPlugin, { checkHost, documents });
}

async function serveMediation(
  listener: FastifyInstance,
  parts: Parts,
  common: Common,
  mediation: Mediation,
): Promise<void> {
  const { settings, context, limits } = parts;
  const { accounts, administration } = context;
  const checkHost = panelHosts(settings);
  // The key of the mediation panel: a person has one limit for everything.
  const limit = (personId: string) => limits('mediationPerCaller', `console ${personId}`);
  await listener.register(consolePlugin, {
    ...common,
    console: 'mediation',
    ownConsole: accounts.address.url,
    otherConsole: () => context.consoleAddress.url(),
    checkHost,
    addressOf: addressReader(accounts.server.addressHeader),
    limit,
    api: async (instance, gate) => {
      await instance.register(mediationPlugin, panelBehind(parts, mediation, gate));
      const viewers = { gate, administration, limit, observe: common.observe };
      await instance.register(changesPlugin, viewers);
      const { minimumFullDays } = mediation.deps.policy.experiments;
      await instance.register(cataloguePlugin, {
        ...viewers,
        catalogue: mediation.catalogue,
        minimumFullDays,
      });
      await instance.register(lintPreviewPlugin, { ...viewers, panel: mediation.panel });
      const { publishers } = accounts.deps;
      await instance.register(publisherNamesPlugin, { ...viewers, publishers });
    },
  });
}

/**
 * How people call the program. In production they are elsewhere than the server. The page has it before they sign in, so it
 * names the data folder only in a browser on the machine of the server.
 */
const commandFor = ({ profile, data }: Settings): Common['command'] =>
  profile === 'sandbox'
    ? { local: commandOn(data), remote: ownCommand() }
    : { local: 'diptych', remote: 'diptych' };

/** The operators' console is on the admin listener, the mediation console on the listener of the panels. */
export async function serveConsoles({ admin, panels }: Listeners, parts: Parts): Promise<void> {
  const { accounts, clock, mediation } = parts.context;
  const common: Common = {
    sessions: accounts.sessions,
    interfaces: parts.settings.interfaces,
    command: commandFor(parts.settings),
    deviceSecret: accounts.server.secrets.devices,
    clock,
    observe: parts.observers.console,
  };
  await serveOperators(admin, parts, common);
  await serveDocuments(panels, parts);
  if (mediation) await serveMediation(panels, parts, common, mediation);
}

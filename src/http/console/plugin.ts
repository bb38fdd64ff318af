import type { FastifyInstance } from 'fastify';
import type { ConsoleSessions } from '../../accounts/console/index.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import type { Clock } from '../../conventions/time.ts';
import { readJsonStrictly } from '../admin/request-members.ts';
import { refusal } from '../conventions/index.ts';
import type { AddressOf } from '../oauth/address.ts';
import { deviceCookies } from '../oauth/interaction/cookies.ts';
import type { ObservedExchange } from '../observe-exchanges.ts';
import { answerErrors } from './answer-errors.ts';
import { setApiHeaders } from './headers.ts';
import type { HostCheck } from './hosts.ts';
import { type Command, pageRoutes } from './pages.ts';
import { refuseForeign } from './same-origin.ts';
import { type Gate, gateOf } from './session-gate.ts';
import { sessionRoutes } from './session-routes.ts';
import { endOf, type OfServer } from './session-view.ts';

export interface ConsolePluginOptions extends OfServer {
  readonly console: ConsoleName;
  /** Its address; undefined if it has none. */
  readonly ownConsole: () => string | undefined;
  readonly sessions: ConsoleSessions;
  readonly checkHost: HostCheck;
  /** Signs the cookies of browsers in which a user has signed in before. */
  readonly deviceSecret: Buffer;
  readonly addressOf: AddressOf;
  readonly clock: Clock;
  readonly limit: (personId: string) => Promise<void>;
  readonly observe: (exchange: ObservedExchange) => void;
  /** Registers the interface behind the session, below /console/api. */
  readonly api: (instance: FastifyInstance, gate: Gate) => Promise<void>;
  readonly command: Command;
  /** Folder of the built pages, if not the default. */
  readonly built?: URL;
}

const API = '/console/api';

async function apiPlugin(instance: FastifyInstance, options: ConsolePluginOptions): Promise<void> {
  const { console, sessions, deviceSecret, clock, observe, api, ...rest } = options;
  const gate = gateOf(sessions, console, clock);
  const devices = deviceCookies(deviceSecret, () => true, clock, API);
  instance.addHook('onRequest', async (request) => refuseForeign(request));
  instance.addHook('onSend', async (request, reply) => {
    setApiHeaders(request, reply);
    const live = gate.known(request);
    // The page warns the user before the session ends; it learns the time from this header.
    if (live) reply.header('x-diptych-session-end', endOf(live));
  });
  await instance.register(async (below) => {
    answerErrors(below, observe);
    readJsonStrictly(below);
    // Without this route, the page of the console would answer.
    below.all('/*', () => {
      throw refusal('ROUTE_NOT_FOUND');
    });
    await sessionRoutes(below, { console, sessions, gate, devices, clock, ...rest });
  });
  await api(instance, gate);
}

/** The pages of a console, its sessions, and the interface behind them. */
export async function consolePlugin(instance: FastifyInstance, options: ConsolePluginOptions): Promise<void> {
  const { checkHost } = options;
  instance.addHook('onRequest', async (request) => checkHost(request));
  pageRoutes(instance, options);
  await instance.register(apiPlugin, { ...options, prefix: API });
}

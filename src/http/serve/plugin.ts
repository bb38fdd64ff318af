import type { FastifyInstance } from 'fastify';
import type { TakeEvents } from '../../mediation/statistics/device-events.ts';
import { type Envelope, refusal, statusAnswer } from '../conventions/index.ts';
import { challengeOf, translated } from '../mediation/caller.ts';
import { REQUEST_ID } from '../request-id.ts';
import { allowEveryOrigin, OPEN } from './cors.ts';
import { eventsRoute } from './events-route.ts';
import { exchangeOf, type ServeExchange } from './exchange.ts';
import { type ResolveRouteOptions, resolveRoute } from './resolve-route.ts';
import { snapshotRoutes } from './snapshot-routes.ts';

export const SERVE_PREFIX = '/serve/v1';

/** Refusals change at any time, for example when a key is created. */
const NOT_KEPT = { 'cache-control': 'no-store' };

interface ServePluginOptions extends ResolveRouteOptions {
  /** The name of this service in errors. */
  readonly domain: string;
  readonly observe: (exchange: ServeExchange) => void;
  readonly takeEvents: TakeEvents;
}

/** Refuses requests that cannot be routed. */
export function serveEnvelope({ domain, observe }: Pick<ServePluginOptions, 'domain' | 'observe'>): Envelope {
  return {
    prefix: `${SERVE_PREFIX}/`,
    refuse(reason) {
      const { status, headers, text } = statusAnswer(refusal(reason), { domain });
      observe({ endpoint: 'unknown', status, outcome: reason, milliseconds: 0 });
      return { status, headers: { ...headers, ...NOT_KEPT, ...OPEN }, text };
    },
  };
}

function answerErrors(instance: FastifyInstance, { domain }: ServePluginOptions): void {
  instance.decorateRequest('failure', null);
  const translate = translated(domain);
  instance.setErrorHandler((thrown, request, reply) => {
    const { status, headers, text, reason, internal } = statusAnswer(translate(thrown, request), { domain });
    request.failure = internal ? { outcome: 'internal', cause: thrown } : { outcome: reason };
    // Refused requests of apps are not recorded. The log has failures of the server.
    if (!internal) reply.raw.removeHeader(REQUEST_ID);
    return reply.code(status).headers(headers).headers(challengeOf(thrown)).headers(NOT_KEPT).send(text);
  });
  instance.setNotFoundHandler(() => {
    throw refusal('ROUTE_NOT_FOUND');
  });
}

/**
 * `/serve/v1/{key}/…`: what apps call, with a publishable key in the path. Nothing is stored about callers, and neither
 * their addresses nor their parameters are logged.
 */
export async function servePlugin(instance: FastifyInstance, options: ServePluginOptions): Promise<void> {
  await instance.register(
    async (below) => {
      below.decorateRequest('servingKey', null);
      below.addHook('onResponse', (request, reply, done) => {
        options.observe(exchangeOf(request, reply.statusCode));
        done();
      });
      allowEveryOrigin(below);
      answerErrors(below, options);
      snapshotRoutes(below, options);
      resolveRoute(below, options);
      await eventsRoute(below, options);
    },
    { prefix: SERVE_PREFIX },
  );
}

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type Schema, VARY } from '../../conventions/index.ts';
import type { Caller, CallPath } from '../../mediation/access.ts';
import { type Messages, type MethodName, methodId } from '../../mediation/contract/index.ts';
import type { MediationPanel } from '../../mediation/panel.ts';
import {
  conventionalHandler,
  type Envelope,
  followConventions,
  refusal,
  type SentAnswer,
  statusAnswer,
  streamingHandler,
} from '../conventions/index.ts';
import type { Bearer } from '../oauth/verify/bearer.ts';
import { REQUEST_ID } from '../request-id.ts';
import type { Throttle } from '../throttle.ts';
import { batchRoute } from './batch/route.ts';
import { admit, challengeOf, type Identify, identified, translated } from './caller.ts';
import { exchangeOf, type MediationExchange } from './exchange.ts';
import { BATCH_PATH, PREFIX, routePath } from './route-path.ts';

/** Handles a request of an authorized caller, starting with the query. */
function answer(panel: MediationPanel, name: MethodName) {
  const { response, streams } = panel.served.of(name);
  const prepare = ({ params, id: requestId, caller }: FastifyRequest, sent: SentAnswer) =>
    panel.prepare(name, { ...sent, path: params as CallPath, caller: caller as Caller, requestId });
  if (!streams) return conventionalHandler(response as Schema, prepare);
  return streamingHandler(
    response as Schema,
    prepare as (...asked: Parameters<typeof prepare>) => () => Promise<Messages<object>>,
  );
}

interface MediationPluginOptions {
  readonly panel: MediationPanel;
  readonly bearer: Bearer;
  /**
   * Replaces access tokens. Batches are then not supported, because their parts have their own credentials.
   */
  readonly identify?: Identify;
  /** The methods that are served; absent for all. */
  readonly only?: readonly MethodName[];
  readonly throttle: Throttle;
  /** The name of this service in errors. */
  readonly domain: string;
  readonly gzipBodies: boolean;
  readonly observe: (exchange: MediationExchange) => void;
}

/** Refuses other methods on a known address. */
function otherMethods(url: string, own: readonly string[], supported: readonly string[]): RouteOptions {
  const allowed = own.includes('GET') ? [...own, 'HEAD'] : own;
  return {
    method: supported.filter((method) => !allowed.includes(method)),
    url,
    handler(_request, reply) {
      reply.header('allow', allowed.join(', '));
      throw refusal('METHOD_NOT_ALLOWED');
    },
  };
}

/** Refuses requests that cannot be routed. */
export function mediationEnvelope({
  domain,
  observe,
}: Pick<MediationPluginOptions, 'domain' | 'observe'>): Envelope {
  return {
    prefix: `${PREFIX}/`,
    refuse(reason) {
      const { status, headers, text } = statusAnswer(refusal(reason), { domain });
      const requestId = randomUUID();
      observe({
        method: 'unknown',
        requestId,
        status,
        bodyBytes: 0,
        outcome: reason,
        milliseconds: 0,
        admitted: false,
      });
      return { status, headers: { ...headers, vary: VARY, [REQUEST_ID]: requestId }, text };
    },
  };
}

function methodRoutes(instance: FastifyInstance, options: MediationPluginOptions): void {
  const { panel, only } = options;
  const { names: all, of } = panel.served;
  const names = only ? all.filter((name) => only.includes(name)) : all;
  for (const name of names) {
    const { address, mostValues } = of(name);
    const { httpMethod, flatPath } = address;
    instance.route({
      method: httpMethod,
      url: routePath(flatPath),
      config: { methodName: methodId(name), ...(mostValues !== undefined && { mostValues }) },
      onRequest: admit(options, name),
      handler: answer(panel, name),
    });
  }
  const byPath = Map.groupBy(names, (name) => routePath(of(name).address.flatPath));
  for (const [url, methods] of byPath) {
    const own = methods.map((name) => of(name).address.httpMethod);
    instance.route(otherMethods(url, own, instance.supportedMethods));
  }
}

function batchRoutes(instance: FastifyInstance, options: MediationPluginOptions): void {
  const url = '/';
  instance.route({ method: 'POST', url, ...batchRoute(instance, options.domain, options) });
  instance.route(otherMethods(url, ['POST'], instance.supportedMethods));
}

/** `/v1beta/accounts/…` and `/batch`: checks access tokens, and answers errors as google.rpc.Status. */
export async function mediationPlugin(
  instance: FastifyInstance,
  options: MediationPluginOptions,
): Promise<void> {
  const { domain, gzipBodies, identify, observe } = options;
  const parts = [
    { prefix: PREFIX, routes: methodRoutes },
    ...(identify ? [] : [{ prefix: BATCH_PATH, routes: batchRoutes }]),
  ];
  for (const { prefix, routes } of parts) {
    await instance.register(
      async (below) => {
        followConventions(below, {
          domain,
          gzipBodies,
          identify: identified(options),
          translate: translated(domain),
          ...(!identify && { headersOf: challengeOf }),
          observe: (request, reply) => observe(exchangeOf(request, reply.statusCode)),
        });
        below.decorateRequest('identity', null);
        below.decorateRequest('caller', null);
        routes(below, options);
      },
      { prefix },
    );
  }
}

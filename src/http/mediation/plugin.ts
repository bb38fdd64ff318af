import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { METHOD_NAMES, METHODS, type MethodName, methodId } from '../../mediation/contract/index.ts';
import type { MediationPanel } from '../../mediation/panel.ts';
import { followConventions, overrideOf, refusal } from '../conventions/index.ts';
import { elapsed } from '../listener.ts';
import type { Bearer } from '../oauth/verify/bearer.ts';
import { answer } from './answer.ts';
import { admit } from './caller.ts';
import { challengeOf, translated } from './errors.ts';
import { PREFIX, routePath } from './route-path.ts';

/** What the log and the metrics learn of a request; no personal data. */
export interface MediationExchange {
  /** Id of the method, or `unknown`. */
  readonly method: string;
  readonly requestId: string;
  readonly status: number;
  /** `ok`, the reason of the refusal, or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  /** Once the caller was allowed to act for it. */
  readonly publisherId?: string;
  /** The HTTP method that was sent where another one took its place. */
  readonly overridden?: string;
  readonly cause?: unknown;
}

export interface MediationPluginOptions {
  readonly panel: MediationPanel;
  readonly bearer: Pick<Bearer, 'verify' | 'requireScope'>;
  /** The service's own name in errors. */
  readonly domain: string;
  readonly gzipBodies: boolean;
  readonly observe: (exchange: MediationExchange) => void;
}

const METHODS_OF_HTTP = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function exchangeOf(request: FastifyRequest, status: number): MediationExchange {
  const { id, routeOptions, caller, params, failure, raw } = request;
  const { accountsId } = params as { readonly accountsId?: string };
  const overridden = overrideOf(raw)?.sent;
  return {
    method: routeOptions.config.methodName ?? 'unknown',
    requestId: id,
    status,
    outcome: failure?.outcome ?? 'ok',
    milliseconds: elapsed(request),
    ...(caller && accountsId !== undefined && { publisherId: accountsId }),
    ...(overridden !== undefined && { overridden }),
    ...(failure?.cause !== undefined && { cause: failure.cause }),
  };
}

/** For addresses that are known, by every method that they do not have. */
function otherMethods(url: string, names: readonly MethodName[]): RouteOptions {
  const own: readonly string[] = names.map((name) => METHODS[name].address.httpMethod);
  const allowed = own.includes('GET') ? [...own, 'HEAD'] : own;
  return {
    method: METHODS_OF_HTTP.filter((method) => !allowed.includes(method)),
    url,
    handler(_request, reply) {
      reply.header('allow', allowed.join(', '));
      throw refusal('METHOD_NOT_ALLOWED');
    },
  };
}

async function methodsPlugin(
  instance: FastifyInstance,
  { panel, bearer, domain, gzipBodies, observe }: MediationPluginOptions,
): Promise<void> {
  followConventions(instance, {
    domain,
    gzipBodies,
    translate: translated(domain),
    headersOf: challengeOf,
    observe: (request, reply) => observe(exchangeOf(request, reply.statusCode)),
  });
  instance.decorateRequest('caller', null);

  for (const name of METHOD_NAMES) {
    const { httpMethod, flatPath } = METHODS[name].address;
    instance.route({
      method: httpMethod,
      url: routePath(flatPath),
      config: { methodName: methodId(name) },
      onRequest: admit(bearer, name),
      handler: answer(panel, name),
    });
  }
  const byPath = Map.groupBy(METHOD_NAMES, (name) => routePath(METHODS[name].address.flatPath));
  for (const [url, names] of byPath) instance.route(otherMethods(url, names));
}

/** `/v1beta/accounts/…` behind access tokens, with google.rpc.Status errors. */
export async function mediationPlugin(
  instance: FastifyInstance,
  options: MediationPluginOptions,
): Promise<void> {
  await instance.register(methodsPlugin, { ...options, prefix: PREFIX });
}

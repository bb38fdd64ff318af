import type { FastifyInstance, FastifyRequest } from 'fastify';
import { elapsed } from './listener.ts';
import type { OAuthExchange } from './oauth/index.ts';

interface Failure {
  readonly outcome: string;
  readonly cause?: unknown;
}

/** Observes each answer of a plugin. The returned function notes why a request was refused. */
export function observed(
  instance: FastifyInstance,
  observe: (exchange: OAuthExchange) => void,
): (request: FastifyRequest, failure: Failure) => void {
  const failures = new WeakMap<FastifyRequest, Failure>();
  instance.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    const { outcome = status < 400 ? 'ok' : 'refused', cause } = failures.get(request) ?? {};
    const endpoint = request.routeOptions.url ?? 'unknown';
    const about = { endpoint, status, outcome, milliseconds: elapsed(request) };
    observe({ ...about, ...(cause !== undefined && { cause }) });
  });
  return (request, failure) => void failures.set(request, failure);
}

import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { StatusError } from '../conventions/status.ts';
import { statusAnswer } from './admin/status-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `performance.now()` when the head of the request was read. */
    startedAt: number;
  }
}

/** Milliseconds that a request has taken so far. */
export function elapsed(request: FastifyRequest): number {
  return performance.now() - request.startedAt;
}

/** Time for a whole request to arrive, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** A bare listener with JSON for everything that no plugin answers. */
export function createListener(): FastifyInstance {
  const listener = Fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 1024 },
    http: { maxHeaderSize: 65_536 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  // Fastify measures only when it logs by itself.
  listener.decorateRequest('startedAt', 0);
  listener.addHook('onRequest', async (request) => {
    request.startedAt = performance.now();
  });
  listener.setNotFoundHandler((_request, reply) => {
    const { status, body } = statusAnswer(
      new StatusError('NOT_FOUND', 'ROUTE_NOT_FOUND', 'there is nothing at this address'),
    );
    return reply.code(status).send(body);
  });
  listener.setErrorHandler((error, _request, reply) => {
    const { status, body } = statusAnswer(error);
    return reply.code(status).send(body);
  });
  return listener;
}

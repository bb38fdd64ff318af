import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerClientError, refusal, statusAnswer } from './conventions/index.ts';

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

function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, text } = statusAnswer(error);
  return reply.code(status).headers(headers).send(text);
}

export interface ListenerOptions {
  /** Gives the address that a request means, before it is routed; may change its method too. */
  readonly rewriteUrl?: (request: IncomingMessage) => string;
}

/** A kept-alive connection whose last answer went out after closing began would otherwise hold the close up. */
function closeConnectionsThatBecomeIdle(listener: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  listener.addHook('preClose', async () => {
    timer = setInterval(() => listener.server.closeIdleConnections(), 50);
  });
  listener.addHook('onClose', async () => clearInterval(timer));
}

/** A bare listener with JSON for everything that no plugin answers. */
export function createListener({ rewriteUrl }: ListenerOptions = {}): FastifyInstance {
  const listener = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 1024 },
    http: { maxHeaderSize: 65_536 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors(error, request, reply) {
      answerError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
    ...(rewriteUrl && { rewriteUrl }),
  });
  closeConnectionsThatBecomeIdle(listener);
  // Fastify measures only when it logs by itself.
  listener.decorateRequest('startedAt', 0);
  listener.addHook('onRequest', async (request) => {
    request.startedAt = performance.now();
  });
  listener.setNotFoundHandler((request, reply) => answerError(refusal('ROUTE_NOT_FOUND'), request, reply));
  listener.setErrorHandler(answerError);
  return listener;
}

import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { BareRoute } from './bare-route.ts';

/** Work for each request, done with its parsed body before the answer is sent. */
export type RouteWork = (body: unknown) => void | Promise<void>;

/** A Fastify server whose routes always answer the same text. The routes come from a file; `work` is by path. */
export function bareFastify(file: string, work: Readonly<Record<string, RouteWork>> = {}): FastifyInstance {
  const fastify = Fastify({ logger: false, keepAliveTimeout: 75_000 });
  for (const { method, url, status, headers, text } of JSON.parse(
    readFileSync(file, 'utf8'),
  ) as BareRoute[]) {
    const before = work[url];
    // Fastify would give an empty text a length, which 304 must not have (RFC 9110 8.6).
    const body = status === 304 ? undefined : text;
    fastify.route({
      method,
      url,
      handler: before
        ? async (request, reply) => {
            await before(request.body);
            return reply.code(status).headers(headers).send(body);
          }
        : (_request, reply) => reply.code(status).headers(headers).send(body),
    });
  }
  return fastify;
}

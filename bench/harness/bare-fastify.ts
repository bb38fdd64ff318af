import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { BareRoute } from './bare-route.ts';

/** Done for a request, by its parsed body, before it is answered. */
export type RouteWork = (body: unknown) => void | Promise<void>;

/** Fastify with the routes of a file that answer the same text to everything; work by path. */
export function bareFastify(file: string, work: Readonly<Record<string, RouteWork>> = {}): FastifyInstance {
  const fastify = Fastify({ logger: false, keepAliveTimeout: 75_000 });
  for (const { method, url, headers, text } of JSON.parse(readFileSync(file, 'utf8')) as BareRoute[]) {
    const before = work[url];
    fastify.route({
      method,
      url,
      handler: before
        ? async (request, reply) => {
            await before(request.body);
            return reply.headers(headers).send(text);
          }
        : (_request, reply) => reply.headers(headers).send(text),
    });
  }
  return fastify;
}

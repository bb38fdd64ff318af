import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { BareRoute } from './bare-route.ts';
import { answerMeter } from './metered-process.ts';

/** Fastify with routes that answer the same text to everything. */
const [file = ''] = process.argv.slice(2);
const fastify = Fastify({ logger: false, keepAliveTimeout: 75_000 });
for (const { method, url, headers, text } of JSON.parse(readFileSync(file, 'utf8')) as BareRoute[]) {
  fastify.route({ method, url, handler: (_request, reply) => reply.headers(headers).send(text) });
}
answerMeter(await fastify.listen({ host: '127.0.0.1', port: 0 }));

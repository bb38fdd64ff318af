import type { FastifyInstance } from 'fastify';

/** Apps in browsers may read everything here: a key is public, and no cookies are used. */
export const OPEN: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After',
};

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Authorization, Content-Encoding, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
} as const;

/** Lets pages of any origin read the answers, refusals too. */
export function allowEveryOrigin(instance: FastifyInstance): void {
  instance.addHook('onRequest', (_request, reply, done) => {
    reply.headers(OPEN);
    done();
  });
  // The same for every address, so that it reveals nothing about keys.
  instance.options('/*', (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
}

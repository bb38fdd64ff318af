import type { FastifyInstance } from 'fastify';

/** Names the request in its answer, as the log and `diptych explain` do. */
export const REQUEST_ID = 'x-request-id';

/**
 * For every answer of a listener, except those that caches give to other requests, which have a `max-age`. Refusals of `/serve`
 * and `/status` remove the header again. Set on the answer of Node, because some answers are not written by Fastify.
 */
export function nameRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', ({ id }, { raw }, done) => {
    raw.setHeader(REQUEST_ID, id);
    done();
  });
  instance.addHook('onSend', (_request, reply, payload, done) => {
    if (String(reply.getHeader('cache-control')).includes('max-age=')) reply.raw.removeHeader(REQUEST_ID);
    done(null, payload);
  });
}

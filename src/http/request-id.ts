import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Names the request in its answer, as the log and `diptych explain` do. */
export const REQUEST_ID = 'x-request-id';

/** Set on the answer of Node, because some answers are not written by Fastify. */
export function nameRequest({ id }: FastifyRequest, { raw }: FastifyReply): void {
  raw.setHeader(REQUEST_ID, id);
}

/** For every answer of a listener, except those that caches give to other requests, which have a `max-age`. */
export function nameRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    nameRequest(request, reply);
    done();
  });
  instance.addHook('onSend', (_request, reply, payload, done) => {
    if (String(reply.getHeader('cache-control')).includes('max-age=')) reply.raw.removeHeader(REQUEST_ID);
    done(null, payload);
  });
}

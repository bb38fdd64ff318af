import type { FastifyInstance } from 'fastify';

/** Names the request in its answer, as the log and `diptych explain` do. */
export const REQUEST_ID = 'x-request-id';

/** For every answer of a listener. Set on the answer of Node, because some answers are not written by Fastify. */
export function nameRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader(REQUEST_ID, request.id);
    done();
  });
}

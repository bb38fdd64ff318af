import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { mayGzip, VARY } from '../../conventions/index.ts';

/** Texts that the plugin sends are compressed for clients that ask for it in both headers. */
export function gzipAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    reply.header('vary', VARY);
    if (typeof payload !== 'string') return done(null, payload);
    const { 'accept-encoding': acceptEncoding, 'user-agent': userAgent } = request.headers;
    if (acceptEncoding === undefined || userAgent === undefined) return done(null, payload);
    const size = Buffer.byteLength(payload);
    if (!mayGzip({ acceptEncoding: String(acceptEncoding), userAgent, size })) return done(null, payload);
    gzip(payload, (error, packed) => {
      if (error) return done(error as never);
      reply.header('content-encoding', 'gzip');
      done(null, packed);
    });
  });
}

import { pipeline, Readable } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { mayGzip, VARY } from '../../conventions/index.ts';

/** Compresses answers for clients that request it in both headers. */
export function gzipAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    reply.header('vary', VARY);
    const streamed = payload instanceof Readable;
    if (!streamed && typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    const { 'accept-encoding': acceptEncoding, 'user-agent': userAgent } = request.headers;
    if (acceptEncoding === undefined || userAgent === undefined) return done(null, payload);
    const size = streamed ? Number.POSITIVE_INFINITY : Buffer.byteLength(payload);
    if (!mayGzip({ acceptEncoding: String(acceptEncoding), userAgent, size })) return done(null, payload);
    if (streamed) {
      reply.header('content-encoding', 'gzip');
      // An error of either stream ends both and cuts the answer off.
      return done(
        null,
        pipeline(payload, createGzip(), () => {}),
      );
    }
    gzip(payload, (error, packed) => {
      if (error) return done(error);
      reply.header('content-encoding', 'gzip');
      done(null, packed);
    });
  });
}

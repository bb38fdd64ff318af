import { pipeline, Readable } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayGzip, type Query, VARY } from '../../conventions/index.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import { readBodiesAsBytes } from './body.ts';
import { knownQuery, urlQuery } from './query.ts';
import { httpRefusalOf, refusal } from './refusals.ts';
import { overrideOf } from './rewrite-url.ts';
import { inSpellingOf } from './spelling.ts';
import { statusAnswer } from './status-answer.ts';

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
      // An error in either stream ends both and cuts off the answer.
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request failed; null if it has not failed. */
    failure: Failure | null;
  }
}

interface Failure {
  /** The reason of the refusal, or `internal`. */
  readonly outcome: string;
  /** Of the members that were refused. They can contain what the client sent. */
  readonly violations?: readonly FieldViolation[];
  readonly cause?: unknown;
}

interface ConventionsOptions {
  /** ErrorInfo.domain: the service that refused the request. */
  readonly domain: string;
  /** Whether request bodies may be compressed with gzip, which some clients do by default. */
  readonly gzipBodies?: boolean;
  /** Looks at the credentials of a request that is refused before a route does. Its answer stays the same. */
  readonly identify: (request: FastifyRequest) => Promise<unknown>;
  /** Translates an error for this interface; returns unknown errors unchanged. */
  readonly translate?: (error: unknown, request: FastifyRequest) => unknown;
  /** Headers for an error, found before the error is translated. */
  readonly headersOf?: (error: unknown) => Readonly<Record<string, string>>;
  /** Called for every answer when it is complete. */
  readonly observe: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Whether the older error format is requested. */
const errorFormatOf = (query: Query) => (query.get('$.xgafv')?.at(-1) === '1' ? 1 : 2);

/** The parameters of the query and of a form that was read; those of the query alone if the form cannot be read. */
async function readableQuery(request: FastifyRequest): Promise<Query> {
  try {
    return await knownQuery(request);
  } catch {
    return urlQuery(request.url);
  }
}

const keep = (error: unknown) => error;

/** Applies the request conventions to every route of the plugin, to its errors and to unknown addresses. */
export function followConventions(instance: FastifyInstance, options: ConventionsOptions): void {
  const { domain, gzipBodies = false, identify, translate = keep, headersOf = () => ({}), observe } = options;
  const acceptedEncodings = gzipBodies ? 'gzip' : 'identity';
  readBodiesAsBytes(instance, gzipBodies);
  instance.decorateRequest('failure', null);
  instance.addHook('onRequest', (request, _reply, done) => done(overrideOf(request.raw)?.refusal));
  gzipAnswers(instance);
  instance.addHook('onSend', (request, reply, payload, done) => {
    observe(request, reply);
    done(null, payload);
  });

  const answerError = async (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (httpRefusalOf(thrown) !== undefined) await identify(request).catch(() => undefined);
    const query = await readableQuery(request);
    const error = inSpellingOf(new Set(query.keys()), translate(thrown, request));
    const form = { domain, errorFormat: errorFormatOf(query) } as const;
    const { status, headers, text, reason, internal } = statusAnswer(error, form);
    const violations = error instanceof StatusError ? error.violations : [];
    request.failure = internal ? { outcome: 'internal', cause: thrown } : { outcome: reason, violations };
    // RFC 9110 12.5.3: the accepted encodings.
    if (reason === 'UNSUPPORTED_CONTENT_ENCODING') reply.header('accept-encoding', acceptedEncodings);
    return reply.code(status).headers(headers).headers(headersOf(thrown)).send(text);
  };
  instance.setErrorHandler(answerError);
  instance.setNotFoundHandler((request, reply) => answerError(refusal('ROUTE_NOT_FOUND'), request, reply));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Query } from '../../conventions/index.ts';
import { readBodiesAsBytes } from './body.ts';
import { gzipAnswers } from './gzip.ts';
import { queryOf, urlQuery } from './query.ts';
import { refusal } from './refusals.ts';
import { overrideOf } from './rewrite-url.ts';
import { statusAnswer } from './status-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request is not answered with success; null as long as it is. */
    failure: Failure | null;
  }
}

export interface Failure {
  /** The reason of the refusal, or `internal`. */
  readonly outcome: string;
  readonly cause?: unknown;
}

export interface ConventionsOptions {
  /** ErrorInfo.domain: the service that refuses. */
  readonly domain: string;
  /** Whether bodies may be compressed with gzip, which some clients do unasked. */
  readonly gzipBodies?: boolean;
  /** An error as this interface tells it; what is not known stays as it is. */
  readonly translate?: (error: unknown, request: FastifyRequest) => unknown;
  /** Headers that go with an error as it was thrown. */
  readonly headersOf?: (error: unknown) => Readonly<Record<string, string>>;
  /** Told of every answer, when everything about it is decided. */
  readonly observe: (request: FastifyRequest, reply: FastifyReply) => void;
}

const errorFormat = (query: Query) => (query.get('$.xgafv')?.at(-1) === '1' ? 1 : 2);

/** What asks for the older error format may stand beside parameters, or in a form, that were never read. */
async function errorFormatOf(request: FastifyRequest): Promise<1 | 2> {
  try {
    return errorFormat(await queryOf(request));
  } catch {
    return errorFormat(urlQuery(request.url));
  }
}

const keep = (error: unknown) => error;

/** Lets every route of the plugin follow the request conventions, its errors and unknown addresses included. */
export function followConventions(instance: FastifyInstance, options: ConventionsOptions): void {
  const { domain, gzipBodies = false, translate = keep, headersOf = () => ({}), observe } = options;
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
    const error = translate(thrown, request);
    const form = { domain, errorFormat: await errorFormatOf(request) };
    const { status, headers, text, reason, internal } = statusAnswer(error, form);
    request.failure = internal ? { outcome: 'internal', cause: thrown } : { outcome: reason };
    // RFC 9110 12.5.3: what would have been accepted.
    if (reason === 'UNSUPPORTED_CONTENT_ENCODING') reply.header('accept-encoding', acceptedEncodings);
    return reply.code(status).headers(headers).headers(headersOf(thrown)).send(text);
  };
  instance.setErrorHandler(answerError);
  instance.setNotFoundHandler((request, reply) => answerError(refusal('ROUTE_NOT_FOUND'), request, reply));
}

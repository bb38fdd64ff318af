import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS, type ServerOptions } from 'node:http';
import type { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  answerIn,
  clientErrorHandler,
  type Envelope,
  type HttpRefusal,
  noteExchange,
  refusal,
} from './conventions/index.ts';
import { type DrainTimes, drainBeforeClosing } from './drain.ts';
import { followCredentials, type ListenerTls, tlsOptions } from './tls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `performance.now()` when the head of the request was read. */
    startedAt: number;
  }
}

/** Milliseconds that a request has taken so far. */
export function elapsed(request: FastifyRequest): number {
  return performance.now() - request.startedAt;
}

/** Time for a whole request to arrive, in milliseconds, and how often the server looks who is late. */
const REQUEST_TIMEOUT = 30_000;
const CHECK_EVERY = 1000;

/** Time without a byte in either direction after which a connection is given up, in milliseconds. */
const STILL_TIMEOUT = 120_000;

/** Largest address and headers together, in characters: a mask for all lines of a full group fits. */
const LARGEST_HEAD = 65_536;

/** What is larger than this is not even read, so that nobody can tell what it was about. */
const LARGEST_READ_HEAD = 4 * LARGEST_HEAD;

export interface ListenerOptions {
  /** Gives the address that a request means, before it is routed; may change its method too. */
  readonly rewriteUrl?: (request: IncomingMessage) => string;
  /** The forms in which the interfaces refuse what reaches none of their routes. */
  readonly envelopes?: readonly Envelope[];
  /** Plain HTTP without. */
  readonly tls?: ListenerTls | undefined;
  readonly drain?: DrainTimes | undefined;
}

/** Bodies of other methods are not read. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** What nobody has can only be refused in the form of an interface where the router knows the method. */
function knowAllMethods(listener: FastifyInstance): void {
  for (const method of METHODS)
    listener.addHttpMethod(method, { hasBody: WITH_BODY.has(method), overrideExisting: true });
}

/** Of a second one of these somebody on the way may have read the other than this server (RFC 9112 3.2, RFC 9110 5.3). */
const ONCE: ReadonlyMap<string, HttpRefusal> = new Map([
  ['host', 'HOST_REPEATED'],
  ['authorization', 'AUTHORIZATION_REPEATED'],
]);

/** @throws StatusError HOST_REPEATED, AUTHORIZATION_REPEATED */
function checkRepeated(rawHeaders: readonly string[]): void {
  for (const [once, reason] of ONCE) {
    let count = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]!;
      if (name.length === once.length && name.toLowerCase() === once) count += 1;
    }
    if (count > 1) throw refusal(reason);
  }
}

/**
 * What Node would refuse by itself without a body, or pass over.
 * @throws StatusError HEADERS_TOO_LARGE, HOST_MISSING, HOST_REPEATED, AUTHORIZATION_REPEATED, MALFORMED_REQUEST
 */
function checkHead({ rawHeaders, url = '', headers, httpVersion }: IncomingMessage): void {
  let size = url.length;
  for (const text of rawHeaders) size += text.length;
  if (size > LARGEST_HEAD) throw refusal('HEADERS_TOO_LARGE');
  // RFC 9112 3.2.
  if (headers.host === undefined && httpVersion === '1.1') throw refusal('HOST_MISSING');
  checkRepeated(rawHeaders);
  // RFC 9112 6.1: Node looks at the last coding only, and would take a compressed body for plain.
  const { 'transfer-encoding': coding = 'chunked' } = headers;
  if (coding.trim().toLowerCase() !== 'chunked') throw refusal('MALFORMED_REQUEST');
}

/** Fastify gives a server for TLS the same type. */
function protocol(tls: ListenerTls | undefined): { readonly http?: ServerOptions; readonly https?: object } {
  const reading = {
    maxHeaderSize: LARGEST_READ_HEAD,
    requireHostHeader: false,
    // Where the time for the head is the longer one, Node takes it for the time of the whole.
    headersTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: CHECK_EVERY,
  };
  if (tls === undefined) return { http: reading };
  return { https: { ...reading, ...tlsOptions(tls) } };
}

/** A bare listener with JSON for everything that no plugin answers. */
export function createListener(options: ListenerOptions = {}): FastifyInstance {
  const { rewriteUrl, envelopes = [], tls, drain } = options;
  const answer = answerIn(envelopes);
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, headers, text } = answer(request.originalUrl, error);
    return reply.code(status).headers(headers).send(text);
  };
  const listener = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: STILL_TIMEOUT,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 1024 },
    ...protocol(tls),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors(error, request, reply) {
      answerError(error, request, reply);
    },
    clientErrorHandler: clientErrorHandler(answer),
    ...(rewriteUrl && { rewriteUrl }),
  });
  if (tls) followCredentials(listener.server as unknown as TlsServer, tls);
  drainBeforeClosing(listener, drain);
  knowAllMethods(listener);
  // RFC 9110 10.1.1: an expectation that is not understood may be passed over.
  listener.server.on('checkExpectation', (request, response) => {
    listener.server.emit('request', request, response);
  });
  // Fastify measures only when it logs by itself.
  listener.decorateRequest('startedAt', 0);
  // Asynchronous: Node must be done with the head, about which it may complain too, before a refusal answers.
  listener.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now();
    noteExchange(reply.raw);
    checkHead(request.raw);
  });
  listener.setNotFoundHandler((request, reply) => answerError(refusal('ROUTE_NOT_FOUND'), request, reply));
  listener.setErrorHandler(answerError);
  return listener;
}

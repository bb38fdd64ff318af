import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerOptions } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { clientErrorHandler, type Handle, serveInTurn } from './connections/index.ts';
import { answerIn, type Envelope, type HttpRefusal, refusal } from './conventions/index.ts';
import { type DrainTimes, drainBeforeClosing } from './drain.ts';
import { answerQuickly, type QuickAnswer } from './quick-answer.ts';
import { nameRequests } from './request-id.ts';
import { followCredentials, type ListenerTls, tlsOptions } from './tls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `performance.now()` when the head of the request was read. */
    startedAt: number;
  }
}

/** Milliseconds since the head of the request was read. */
export function elapsed(request: FastifyRequest): number {
  return performance.now() - request.startedAt;
}

/** Time limit for a complete request to arrive, and the interval of the check, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;
const CHECK_EVERY = 1000;

/** Idle time after which a connection is closed, in milliseconds. */
const STILL_TIMEOUT = 120_000;

/** Limit of address and headers together, in characters. A mask for all lines of a full group fits. */
const LARGEST_HEAD = 65_536;

/** Larger heads are not read at all, so the address of their requests is unknown. */
const LARGEST_READ_HEAD = 4 * LARGEST_HEAD;

interface ListenerOptions {
  /** Rewrites the address of a request before routing. It may also change the method. */
  readonly rewriteUrl?: (request: IncomingMessage) => string;
  /** Answers some requests before routing, with the answers of the routes. */
  readonly quick?: QuickAnswer | undefined;
  /** How each interface refuses requests that match none of its routes. */
  readonly envelopes?: readonly Envelope[];
  /** If absent, the listener uses plain HTTP. */
  readonly tls?: ListenerTls | undefined;
  readonly drain?: DrainTimes | undefined;
}

/** Methods whose bodies are read. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Methods of routes. */
const ROUTED: ReadonlySet<string> = new Set([...WITH_BODY, 'GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** A method that no route serves, under which all others are refused. */
const REFUSED_METHOD = 'TRACE';

function readBodies(listener: FastifyInstance): void {
  for (const method of listener.supportedMethods)
    listener.addHttpMethod(method, { hasBody: WITH_BODY.has(method), overrideExisting: true });
}

/**
 * Each interface refuses methods in its own format, which takes a route for each method and address. So the router knows
 * only a few methods.
 */
const underRoutedMethod =
  (rewriteUrl: ListenerOptions['rewriteUrl'] = ({ url = '/' }) => url) =>
  (request: IncomingMessage): string => {
    const url = rewriteUrl(request);
    if (!ROUTED.has(request.method ?? '')) request.method = REFUSED_METHOD;
    return url;
  };

/**
 * If one of these headers is repeated, a proxy may have used another value than this server (RFC 9112 3.2,
 * RFC 9110 5.3).
 */
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
 * Checks that Node does not make, or would answer without a body. @throws StatusError HEADERS_TOO_LARGE,
 * HOST_MISSING, HOST_REPEATED, AUTHORIZATION_REPEATED, MALFORMED_REQUEST
 */
function checkHead({ rawHeaders, url = '', headers, httpVersion }: IncomingMessage): void {
  let size = url.length;
  for (const text of rawHeaders) size += text.length;
  if (size > LARGEST_HEAD) throw refusal('HEADERS_TOO_LARGE');
  // HTTP/1.1 requires the header Host (RFC 9112 3.2).
  if (headers.host === undefined && httpVersion === '1.1') throw refusal('HOST_MISSING');
  checkRepeated(rawHeaders);
  // RFC 9112 6.1. Node checks only the last coding and would read a compressed body as plain.
  const { 'transfer-encoding': coding = 'chunked' } = headers;
  if (coding.trim().toLowerCase() !== 'chunked') throw refusal('MALFORMED_REQUEST');
}

/** Fastify uses the same type for a server with TLS. */
function protocol(tls: ListenerTls | undefined): { readonly http?: ServerOptions; readonly https?: object } {
  const reading = {
    maxHeaderSize: LARGEST_READ_HEAD,
    requireHostHeader: false,
    // If the time limit for the head is longer, Node applies it to the whole request.
    headersTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: CHECK_EVERY,
  };
  if (tls === undefined) return { http: reading };
  return { https: { ...reading, ...tlsOptions(tls) } };
}

/** Routes have no schemas: the contract checks requests. Without this, Fastify loads Ajv and fast-json-stringify. */
const noSchemas = () => {
  throw new Error('a route has a schema');
};

/** A listener without routes. It answers JSON for all paths that no plugin serves. */
export function createListener(options: ListenerOptions = {}): FastifyInstance {
  const { rewriteUrl, quick, envelopes = [], tls, drain } = options;
  const answer = answerIn(envelopes);
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, headers, text } = answer(request.originalUrl, error);
    return reply.code(status).headers(headers).send(text);
  };
  const listener = Fastify({
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
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
    rewriteUrl: underRoutedMethod(rewriteUrl),
  });
  if (tls && listener.server instanceof TlsServer) followCredentials(listener.server, tls);
  drainBeforeClosing(listener, drain);
  readBodies(listener);
  // RFC 9110 10.1.1: an unknown expectation may be ignored.
  listener.server.on('checkExpectation', (request, response) => {
    listener.server.emit('request', request, response);
  });
  const [route] = listener.server.listeners('request') as [Handle];
  listener.server.removeListener('request', route);
  serveInTurn(listener.server, quick ? answerQuickly(listener, checkHead, quick, route) : route);
  // Fastify measures this only if its own logging is on.
  listener.decorateRequest('startedAt', 0);
  nameRequests(listener);
  // Asynchronous, because Node must finish the head before a refusal is sent, and may report an error in it.
  listener.addHook('onRequest', async (request) => {
    request.startedAt = performance.now();
    checkHead(request.raw);
  });
  listener.setNotFoundHandler((request, reply) => answerError(refusal('ROUTE_NOT_FOUND'), request, reply));
  listener.setErrorHandler(answerError);
  return listener;
}

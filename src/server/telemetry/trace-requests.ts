import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracing } from './tracing.ts';

/** W3C Trace Context: version, trace id, parent id, flags. Ids of zeros only are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Routes that supervisors and Prometheus call every few seconds. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const SERVER_KIND = 1;
const FAILED = { code: 2 };

interface Traced {
  readonly span: Span;
  readonly context: Context;
}

interface Options {
  readonly tracing: Tracing;
  /** The name of the listener. */
  readonly listener: string;
  /** Whether the trace of a caller at this address is continued. Others could fill a collector. */
  readonly isTrusted: (address: string | undefined) => boolean;
}

/**
 * Makes a span of each request. Its name and attributes are the method, the route and the status, never the
 * address, which may contain ids.
 */
export function traceRequests(instance: FastifyInstance, options: Options): void {
  const { tracing, listener, isTrusted } = options;
  const traced = new WeakMap<FastifyRequest, Traced>();

  const parentOf = ({ headers, socket }: FastifyRequest): Context | undefined => {
    const { traceparent } = headers;
    if (typeof traceparent !== 'string' || !isTrusted(socket.remoteAddress)) return undefined;
    const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
    if (traceId === undefined || spanId === undefined) return undefined;
    return tracing.remote(traceId, spanId, (Number.parseInt(flags ?? '0', 16) & 1) === 1);
  };

  instance.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (UNTRACED.has(route)) return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'diptych.listener': listener,
    };
    const begun = tracing.start(
      `${request.method} ${route}`,
      { kind: SERVER_KIND, attributes },
      parentOf(request),
    );
    traced.set(request, begun);
    tracing.within(begun.context, done);
  });

  // The body arrives in events of the connection, which have lost the current span.
  instance.addHook('preValidation', (request, _reply, done) => {
    const begun = traced.get(request);
    if (begun === undefined) return done();
    tracing.within(begun.context, done);
  });

  instance.addHook('onResponse', (request, reply, done) => {
    const begun = traced.get(request);
    if (begun !== undefined) {
      begun.span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) begun.span.setStatus(FAILED);
      begun.span.end();
    }
    done();
  });
}

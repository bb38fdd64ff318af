import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span, SpanOptions, Tracer } from '@opentelemetry/api';

/**
 * Spans of one server. The current span follows the asynchronous calls of a request. Nothing is registered
 * globally, because a process can have several servers.
 */
export interface Tracing {
  /** Starts a span under the parent; by default it is the first of a trace. */
  start(
    name: string,
    options: SpanOptions,
    parent?: Context,
  ): { readonly span: Span; readonly context: Context };
  /** Runs the work with this context as the current one. */
  within<T>(context: Context, work: () => T): T;
  /** Runs the work in a span under the current one. Without a current span, it only runs the work. */
  child<T>(name: string, attributes: Readonly<Record<string, string>>, work: () => T): T;
  /** The context of a span of another process, whose trace is continued. */
  remote(traceId: string, spanId: string, isSampled: boolean): Context;
  /** Sends the spans that are left. Never rejects, and does not wait long for a collector. */
  close(): Promise<void>;
}

/** What the SDK provides. */
export interface Sdk {
  readonly tracer: Tracer;
  readonly root: Context;
  withSpan(parent: Context, span: Span): Context;
  remote: Tracing['remote'];
  /** The status of a span whose work failed. */
  readonly failed: { readonly code: number };
  close(): Promise<void>;
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

export function tracingWith({ tracer, root, withSpan, failed, remote, close }: Sdk): Tracing {
  const current = new AsyncLocalStorage<Context>();
  const start: Tracing['start'] = (name, options, parent = root) => {
    const span = tracer.startSpan(name, options, parent);
    return { span, context: withSpan(parent, span) };
  };
  return {
    start,
    within: (context, work) => current.run(context, work),
    child(name, attributes, work) {
      const parent = current.getStore();
      if (parent === undefined) return work();
      const { span, context } = start(name, { attributes }, parent);
      const fail = (error: unknown): never => {
        // Messages of errors may quote personal data, so only the fact is recorded.
        span.setStatus(failed);
        span.end();
        throw error;
      };
      try {
        const result = current.run(context, work);
        if (!isPromise(result)) {
          span.end();
          return result;
        }
        const ended = result.then((value) => {
          span.end();
          return value;
        }, fail);
        return ended as typeof result;
      } catch (error) {
        return fail(error);
      }
    },
    remote,
    close,
  };
}

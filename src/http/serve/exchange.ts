import type { FastifyRequest } from 'fastify';
import { elapsed } from '../listener.ts';

/** The data of a request for the log and the metrics. It has neither the address of the caller nor parameters. */
export interface ServeExchange {
  /** Name of the route, or `unknown`. */
  readonly endpoint: string;
  readonly status: number;
  /** `ok`, the reason of the refusal, or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

export function exchangeOf(request: FastifyRequest, status: number): ServeExchange {
  const { routeOptions, failure } = request;
  return {
    endpoint: routeOptions.config.methodName ?? 'unknown',
    status,
    outcome: failure?.outcome ?? 'ok',
    milliseconds: elapsed(request),
    ...(failure?.cause !== undefined && { cause: failure.cause }),
  };
}

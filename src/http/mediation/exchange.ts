import type { FastifyRequest } from 'fastify';
import { overrideOf } from '../conventions/index.ts';
import { elapsed } from '../listener.ts';

/** What the log and the metrics learn of a request; no personal data. */
export interface MediationExchange {
  /** Id of the method, `batch` or `unknown`. */
  readonly method: string;
  readonly requestId: string;
  readonly status: number;
  /** `ok`, the reason of the refusal, or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  /** Whether the caller showed credentials that are accepted. */
  readonly admitted: boolean;
  /** Once the caller was allowed to act for it. */
  readonly publisherId?: string;
  /** The HTTP method that was sent where another one took its place. */
  readonly overridden?: string;
  readonly cause?: unknown;
}

export function exchangeOf(request: FastifyRequest, status: number): MediationExchange {
  const { id, routeOptions, caller, isAuthenticated, params, failure, raw } = request;
  const { accountsId } = params as { readonly accountsId?: string };
  const overridden = overrideOf(raw)?.sent;
  return {
    method: routeOptions.config.methodName ?? 'unknown',
    requestId: id,
    status,
    outcome: failure?.outcome ?? 'ok',
    milliseconds: elapsed(request),
    admitted: isAuthenticated,
    ...(caller && accountsId !== undefined && { publisherId: accountsId }),
    ...(overridden !== undefined && { overridden }),
    ...(failure?.cause !== undefined && { cause: failure.cause }),
  };
}

import type { FastifyRequest } from 'fastify';
import type { FieldViolation } from '../../conventions/status.ts';
import { isPublisherId } from '../../mediation/names.ts';
import { overrideOf } from '../conventions/index.ts';
import { elapsed } from '../listener.ts';

/** The data of a request for the log and the metrics, without personal data. */
export interface MediationExchange {
  /** Id of the method, `batch` or `unknown`. */
  readonly method: string;
  readonly requestId: string;
  readonly status: number;
  readonly bodyBytes: number;
  /** `ok`, the reason of the refusal, or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  /** Whether the caller's credentials are valid. */
  readonly admitted: boolean;
  /** Of the caller, if its credentials are valid. */
  readonly subject?: string;
  readonly clientId?: string;
  /** The account in the address, if the caller's credentials are valid. */
  readonly publisherId?: string;
  /** The HTTP method as sent, if it was overridden. */
  readonly overridden?: string;
  /** Of the members that were refused. They can contain what the client sent. */
  readonly violations?: readonly FieldViolation[];
  readonly cause?: unknown;
}

export function exchangeOf(request: FastifyRequest, status: number): MediationExchange {
  const { id, routeOptions, headers, identity, params, failure, raw } = request;
  const { accountsId = '' } = params as { readonly accountsId?: string };
  const overridden = overrideOf(raw)?.sent;
  return {
    method: routeOptions.config.methodName ?? 'unknown',
    requestId: id,
    status,
    bodyBytes: Number(headers['content-length'] ?? 0),
    outcome: failure?.outcome ?? 'ok',
    milliseconds: elapsed(request),
    admitted: identity !== null,
    ...(identity && { subject: identity.subject }),
    ...(identity?.clientId !== undefined && { clientId: identity.clientId }),
    ...(failure?.violations && { violations: failure.violations }),
    ...(identity && isPublisherId(accountsId) && { publisherId: accountsId }),
    ...(overridden !== undefined && { overridden }),
    ...(failure?.cause !== undefined && { cause: failure.cause }),
  };
}

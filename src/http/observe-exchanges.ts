import type { FastifyInstance, FastifyRequest } from 'fastify';
import { elapsed } from './listener.ts';

/** What was found and what to do, in fixed words, where the outcome alone does not say it. */
interface RefusalWords {
  readonly description: string;
  readonly remedy: string;
}

/** The data of a request for the log and the metrics, without personal data. */
export interface ObservedExchange {
  /** The route's pattern. */
  readonly endpoint: string;
  readonly requestId: string;
  readonly bodyBytes: number;
  readonly status: number;
  /** `ok`, an error code of OAuth 2.0, the reason of a refusal, `refused` or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
  readonly words?: RefusalWords;
  /** `error_description` of the answer. */
  readonly description?: string;
  /** The client that the request named, if the text has the form of an id. */
  readonly clientId?: string;
}

/** Why a request was refused. */
interface Failure {
  readonly outcome: string;
  readonly cause?: unknown;
  readonly words?: RefusalWords;
  /** `error_description` of the answer. */
  readonly description?: string;
  readonly clientId?: string;
}

/** By the requests of Node, because some answers are not written by Fastify. */
export type Failures = WeakMap<object, Failure>;

/** Observes each answer of a plugin. The returned function notes why a request was refused. */
export function observeExchanges(
  instance: FastifyInstance,
  observe: (exchange: ObservedExchange) => void,
  failures: Failures = new WeakMap(),
): (request: FastifyRequest, failure: Failure) => void {
  instance.addHook('onResponse', async (request, { statusCode: status }) => {
    const { outcome = status < 400 ? 'ok' : 'refused', ...why } = failures.get(request.raw) ?? {};
    const endpoint = request.routeOptions.url ?? 'unknown';
    const bodyBytes = Number(request.headers['content-length'] ?? 0);
    const about = { endpoint, requestId: request.id, status, outcome, bodyBytes };
    observe({ ...about, milliseconds: elapsed(request), ...why });
  });
  return (request, failure) => void failures.set(request.raw, failure);
}

import { boundedText } from '../../conventions/bounded-text.ts';
import { operationPath } from '../../issuer/contract/operation-outlines.ts';
import { ExchangeError } from '../errors.ts';

export interface TransportAnswer {
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Posts a JSON body. Rejects with ExchangeError if there is no answer. Any HTTP client can implement this.
 */
export type Transport = (url: string, body: string) => Promise<TransportAnswer>;

export interface FetchTransportOptions {
  /** Timeout of an exchange in milliseconds; default 30 s. */
  readonly timeout?: number;
  /** Headers of every request, with the caller's credentials, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of that of the runtime, for example with a client certificate. */
  readonly fetch?: typeof fetch | undefined;
}

const KIB = 1024;

/** Most bytes of an answer without MSOs. A client message whose characters are all escaped takes 384 KB, a credential 105 KB. */
const LARGEST_ANSWER = 2048 * KIB;

/** Most bytes that each MSO adds: an encrypted value of 65 536 bytes takes 105 KB with its key, signature and identifier. */
const LARGEST_MSO = 128 * KIB;

function authKeysIn(body: string): number {
  try {
    const { authKeys } = JSON.parse(body);
    return Array.isArray(authKeys) ? authKeys.length : 0;
  } catch {
    return 0;
  }
}

/** An issuer certifies no more keys than it was asked to. */
function largestAnswer(url: string, body: string): number {
  if (!url.endsWith(operationPath('provisionMobileSecurityObjects'))) return LARGEST_ANSWER;
  return LARGEST_ANSWER + LARGEST_MSO * authKeysIn(body);
}

function failure(error: unknown): unknown {
  if (error instanceof ExchangeError || !(error instanceof Error)) return error;
  if (error.name === 'TimeoutError') return new ExchangeError('timeout', 'the issuer did not answer in time');
  return new ExchangeError('unreachable', 'the issuer cannot be reached', { cause: error });
}

type FetchOptions = Pick<FetchTransportOptions, 'timeout' | 'fetch'>;

/** The answer to a request by `fetch`. `most`: the most bytes of it. Rejects with ExchangeError if there is none. */
export async function fetchAnswer(
  url: string,
  request: RequestInit,
  { timeout = 30_000, fetch = globalThis.fetch }: FetchOptions,
  most: number,
): Promise<TransportAnswer> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeout) });
    const text = await boundedText(response, most);
    if (text === undefined) throw new ExchangeError('tooLarge', 'the answer is too large');
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    throw failure(error);
  }
}

/** HTTP by `fetch`. Redirects are not followed, because the body may contain personal data. */
export const fetchTransport =
  ({ headers = {}, ...options }: FetchTransportOptions = {}): Transport =>
  (url, body) => {
    const all = { 'content-type': 'application/json', ...headers };
    const request = { method: 'POST', headers: all, body, redirect: 'error' } as const;
    return fetchAnswer(url, request, options, largestAnswer(url, body));
  };

/** A request and its response. */
export interface Exchange {
  readonly url: string;
  /** The body of the request as JSON text. */
  readonly request: string;
  /** Absent if there was no response. */
  readonly answer?: TransportAnswer;
  readonly milliseconds: number;
}

/** Wraps a transport; `onExchange` is called for every exchange, including refused and failed ones. */
export function observedTransport(transport: Transport, onExchange: (exchange: Exchange) => void): Transport {
  return async (url, request) => {
    const start = performance.now();
    let answer: TransportAnswer | undefined;
    try {
      answer = await transport(url, request);
      return answer;
    } finally {
      onExchange({ url, request, ...(answer && { answer }), milliseconds: performance.now() - start });
    }
  };
}

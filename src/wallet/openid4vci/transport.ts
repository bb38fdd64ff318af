import { isObject, type JsonObject } from '../../conventions/json.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import { type FetchTransportOptions, fetchAnswer, type TransportAnswer } from '../client/transport.ts';

/** The requests of a wallet (OpenID4VCI 1.0). */
export type VciStep =
  | 'offer'
  | 'issuerMetadata'
  | 'serverMetadata'
  | 'pushedRequest'
  | 'token'
  | 'refresh'
  | 'nonce'
  | 'credential'
  | 'notification';

export interface VciRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request without following redirects. Rejects with ExchangeError if there is no answer. */
export type VciTransport = (request: VciRequest) => Promise<TransportAnswer>;

export interface VciExchange {
  readonly step: VciStep;
  readonly request: VciRequest;
  /** Absent if there was none. */
  readonly answer?: TransportAnswer;
  readonly milliseconds: number;
}

export interface VciAnswer {
  readonly step: VciStep;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the answer is no JSON object. */
  readonly body: JsonObject | undefined;
}

/** A hundred credentials with a portrait each. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

/** HTTP by `fetch`. */
export const vciTransport =
  (options: Pick<FetchTransportOptions, 'timeout' | 'fetch'> = {}): VciTransport =>
  ({ url, ...request }) =>
    fetchAnswer(url, { ...request, redirect: 'manual' }, options, LARGEST_ANSWER);

function parsed(text: string): JsonObject | undefined {
  const value = jsonOrUndefined(text);
  return isObject(value) ? value : undefined;
}

export type Send = (step: VciStep, request: VciRequest) => Promise<VciAnswer>;

/** Sends, and shows each exchange, also one that failed. */
export const sender =
  (transport: VciTransport, onExchange: (exchange: VciExchange) => void = () => undefined): Send =>
  async (step, request) => {
    const start = performance.now();
    let answer: TransportAnswer | undefined;
    try {
      answer = await transport(request);
      const { status, headers, text } = answer;
      return { step, status, headers, body: parsed(text) };
    } finally {
      onExchange({ step, request, ...(answer && { answer }), milliseconds: performance.now() - start });
    }
  };

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the host of an address is this machine. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.test(hostname);

/** Whether a wallet may send a secret there: over TLS, or to this machine. */
export function isSafeAddress(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
}

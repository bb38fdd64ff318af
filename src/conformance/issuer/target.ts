import { type Fetch, fetchFrom } from '../../client/transport/fetch.ts';
import { OPERATIONS, type OperationName, operationPath } from '../../issuer/contract/index.ts';
import {
  type AttestationRoot,
  type Exchange,
  ExchangeError,
  fetchTransport,
  observedTransport,
  type Transport,
} from '../../wallet/index.ts';
import { baseOf } from '../run/address.ts';
import type { Pace } from '../run/pace.ts';
import type { Recorder } from '../run/recorder.ts';

/** The issuer that is tested. */
export interface Target {
  readonly baseUrl: string;
  readonly issuerId: string;
  /** The credentials of the caller. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hpkeContext: 'info' | 'aad';
  /** In place of that of the runtime: with a client certificate. */
  readonly fetcher?: Fetch | undefined;
  /** The root that attests the keys of test devices; default: the public test root. */
  readonly attestationRoot?: AttestationRoot;
}

export interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the answer is no JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string;
}

export interface RawOptions {
  readonly method?: string;
  /** Changes the headers of the target. */
  readonly headers?: (headers: Target['headers']) => Target['headers'];
}

/** Milliseconds in which the issuer must answer. */
const TIMEOUT = 30_000;
/** A raw answer is small; the largest is the echo of a long clientMessage. */
const MAX_RAW = 1024 * 1024;

const operationOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

function parsed(text: string): Raw['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Raw['body']) : undefined;
  } catch {
    return undefined;
  }
}

/** Sends requests to the target at the given pace, and records them. `see` is called for each exchange. */
export function connectionTo(
  target: Target,
  pace: Pace,
  recorder: Recorder,
  see: (exchange: Exchange) => void = () => undefined,
) {
  const record = (exchange: Exchange) => {
    const { url, request, answer, milliseconds } = exchange;
    recorder.add({ operation: operationOf(url), request, milliseconds, ...(answer && { answer }) });
    see(exchange);
  };

  const paced =
    (transport: Transport): Transport =>
    async (url, body) => {
      await pace.turn();
      return observedTransport(transport, record)(url, body);
    };

  const { fetcher } = target;
  const sendRaw = fetchFrom({
    init: { redirect: 'manual' },
    fetch: fetcher,
    timeout: TIMEOUT,
    most: MAX_RAW,
  });

  const over = ({ method = 'POST', headers: change = (same) => same }: RawOptions): Transport => {
    const headers = change(target.headers);
    if (method === 'POST') return fetchTransport({ timeout: TIMEOUT, headers, fetch: fetcher });
    return async (path) => {
      const answer = await sendRaw({ method, path, headers }).catch((cause: unknown) => {
        throw new ExchangeError('unreachable', `${method} was not answered`, { cause });
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: answer.text(),
      };
    };
  };

  return {
    transport: paced(over({})),
    /** Sends an unchanged text to a path below the operations. */
    async raw(path: string, text: string, requestId: string, options: RawOptions = {}): Promise<Raw> {
      const url = baseOf(target.baseUrl) + operationPath(path as OperationName);
      const { status, headers, text: answered } = await paced(over(options))(url, text);
      return { status, headers, body: parsed(answered), requestId };
    },
  };
}

interface Shape {
  readonly type?: string;
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

export const shapeOf = (operation: OperationName) => OPERATIONS[operation].request as unknown as Shape;

/** A request with all required members; its ids are unknown to the issuer. */
export function plausibleRequest(operation: OperationName, { issuerId }: Target, newId: () => string) {
  const requestId = newId();
  const { properties, required = [] } = shapeOf(operation);
  const texts = required.filter((name) => properties[name]?.type === 'string');
  const requestMetadata = { requestId, version: { major: 1, minor: 0 }, issuerId };
  return {
    requestId,
    body: {
      ...(OPERATIONS[operation].metadata && { requestMetadata }),
      ...Object.fromEntries(texts.map((name) => [name, newId()])),
    } as Record<string, unknown>,
  };
}

import type { OperationName } from '../../issuer/contract/index.ts';
import type { Received } from '../../issuer/received.ts';
import { type Envelope, type ReadyAnswer, refusal } from '../conventions/index.ts';
import { refusalOf } from './refusal.ts';

/** What the log and the metrics learn of a request; no personal data. */
export interface IssuerExchange {
  readonly operation: OperationName | 'unknown';
  /** Whether the caller showed credentials that are accepted. */
  readonly admitted: boolean;
  readonly requestId: string;
  readonly bodyBytes: number;
  /** Absent where the body could not be read. */
  readonly received?: Received;
  readonly status: number;
  /** `ok`, the reason of the refusal, `overload` or `internal`. */
  readonly outcome: string;
  readonly issuerErrorIdentifier?: string;
  /** Fixed words and names of fields. */
  readonly description?: string;
  /** Name of the check that refused. */
  readonly failedCheck?: string;
  readonly cause?: unknown;
  readonly milliseconds: number;
}

export type ObserveIssuer = (exchange: IssuerExchange) => void;

/** Headers of every answer: it may hold personal data, so nothing on the way keeps it. */
export const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Where the interface is. */
const PREFIX = '/v1/vdc/';

type Refused = Pick<
  IssuerExchange,
  'operation' | 'admitted' | 'requestId' | 'bodyBytes' | 'received' | 'milliseconds'
>;

/** The answer to a request that failed, told to the log on the way. */
export function refused(observe: ObserveIssuer, request: Refused, error: unknown): ReadyAnswer {
  const { status, headers, body, log } = refusalOf(error, request.requestId);
  observe({ ...request, status, ...log });
  return { status, headers: { ...HEADERS, ...headers }, text: JSON.stringify(body) };
}

/** Refuses what cannot be read so far that an operation would see it. */
export function issuerEnvelope(observe: ObserveIssuer): Envelope {
  const unread = {
    operation: 'unknown',
    admitted: false,
    requestId: '',
    bodyBytes: 0,
    milliseconds: 0,
  } as const;
  return { prefix: PREFIX, refuse: (reason) => refused(observe, unread, refusal(reason)) };
}

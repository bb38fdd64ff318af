import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../issuer/contract/index.ts';
import type { LoggedBody } from '../../issuer/logged-body.ts';
import { type Envelope, type ReadyAnswer, refusal } from '../conventions/index.ts';
import { REQUEST_ID } from '../request-id.ts';
import { refusalOf } from './refusal.ts';

/** Data of a request for the log and the metrics; no personal data. */
export interface IssuerExchange {
  readonly operation: OperationName | 'unknown';
  /** Whether the caller was authenticated. */
  readonly admitted: boolean;
  readonly requestId: string;
  readonly bodyBytes: number;
  /** Absent if the body could not be read. */
  readonly received?: LoggedBody;
  readonly status: number;
  /** `ok`, the reason of the refusal, `overload` or `internal`. */
  readonly outcome: string;
  readonly issuerErrorIdentifier?: string;
  /** Fixed words and names of fields. */
  readonly description?: string;
  /** Name of the check that failed. */
  readonly failedCheck?: string;
  /** The condition in the order of checks that did not hold. */
  readonly condition?: string;
  readonly cause?: unknown;
  readonly milliseconds: number;
}

export type ObserveIssuer = (exchange: IssuerExchange) => void;

/** Headers of every answer. An answer may contain personal data, so it must not be cached. */
export const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Path prefix of the interface. */
export const PREFIX = '/v1/vdc/';

type Refused = Pick<
  IssuerExchange,
  'operation' | 'admitted' | 'requestId' | 'bodyBytes' | 'received' | 'milliseconds'
>;

/** Logs a failed request and makes its answer. The error has the id of the request, which the answer has in a header, too. */
export function refused(observe: ObserveIssuer, request: Refused, error: unknown, id: string): ReadyAnswer {
  const { status, headers, body, log } = refusalOf(error, request.requestId, id);
  observe({ ...request, status, ...log });
  return { status, headers: { ...HEADERS, ...headers, [REQUEST_ID]: id }, text: JSON.stringify(body) };
}

/** Answers requests that fail before an operation is known. */
export function issuerEnvelope(observe: ObserveIssuer): Envelope {
  const unread = {
    operation: 'unknown',
    admitted: false,
    requestId: '',
    bodyBytes: 0,
    milliseconds: 0,
  } as const;
  return { prefix: PREFIX, refuse: (reason) => refused(observe, unread, refusal(reason), randomUUID()) };
}

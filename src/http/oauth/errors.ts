import { randomUUID } from 'node:crypto';
import { UnavailableError } from '../../conventions/errors.ts';
import { type Envelope, httpStatusOf, refusal } from '../conventions/index.ts';
import type { ObservedExchange } from '../observe-exchanges.ts';
import { REQUEST_ID } from '../request-id.ts';
import type { OAuthErrorCode } from './error-codes.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  pragma: 'no-cache',
};

const bodyOf = (error: OAuthErrorCode, description: string) => ({ error, error_description: description });

/** Errors in the format of RFC 6749 5.2, for requests that match no endpoint. */
export const oauthEnvelope = (observe: (exchange: ObservedExchange) => void): Envelope => ({
  prefix: '/oauth/',
  refuse(reason) {
    const error = refusal(reason);
    const status = httpStatusOf(error);
    const outcome = 'invalid_request';
    const requestId = randomUUID();
    const { message: description } = error;
    observe({ endpoint: 'unknown', requestId, bodyBytes: 0, status, outcome, milliseconds: 0, description });
    const headers = { ...HEADERS, [REQUEST_ID]: requestId };
    return { status, headers, text: JSON.stringify(bodyOf(outcome, description)) };
  },
});

/** The answer of every endpoint while the store is unavailable. The code is from RFC 6749 4.1.2.1. */
export const UNAVAILABLE = {
  status: httpStatusOf(refusal('OVERLOAD')),
  headers: { 'retry-after': '1', 'cache-control': 'no-store' },
  body: bodyOf('temporarily_unavailable', 'try again later'),
};

export const isUnavailable = (cause: unknown): boolean => cause instanceof UnavailableError;

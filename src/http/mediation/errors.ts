import type { FastifyRequest } from 'fastify';
import { StatusError } from '../../conventions/status.ts';
import { BearerRefusal } from '../oauth/verify/challenge.ts';

const EXPECTED = 'Expected OAuth 2 access token, login cookie or other valid authentication credential.';
const INVALID = `Request had invalid authentication credentials. ${EXPECTED}`;

/** Refusals of credentials in the words that clients of such interfaces know. */
const KNOWN_WORDS: Readonly<Record<string, string>> = {
  CREDENTIALS_MISSING: `Request is missing required authentication credential. ${EXPECTED}`,
  ACCESS_TOKEN_TYPE_UNSUPPORTED: INVALID,
  ACCESS_TOKEN_INVALID: INVALID,
  ACCESS_TOKEN_EXPIRED: INVALID,
  ACCESS_TOKEN_REVOKED: INVALID,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'Request had insufficient authentication scopes.',
  PUBLISHER_NOT_GRANTED: 'The caller does not have permission.',
};

/** An error as this interface tells it. */
export function translated(service: string) {
  return (error: unknown, { routeOptions }: FastifyRequest): unknown => {
    if (!(error instanceof BearerRefusal)) return error;
    const { code, reason, message } = error;
    const { methodName: method } = routeOptions.config;
    const metadata = { service, ...(method !== undefined && { method }) };
    return new StatusError(code, reason, KNOWN_WORDS[reason] ?? message, [], { metadata });
  };
}

/** RFC 6750 3. */
export function challengeOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof BearerRefusal ? { 'www-authenticate': error.challenge } : {};
}

import type { FastifyRequest } from 'fastify';
import type { Reason } from '../../conventions/reasons/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { accountOf, type Caller, type CallPath } from '../../mediation/access.ts';
import { type MethodName, scopesOf } from '../../mediation/contract/index.ts';
import { refuseCutOff } from '../conventions/index.ts';
import type { Bearer, Caller as IdentifiedCaller } from '../oauth/verify/bearer.ts';
import { BearerRefusal } from '../oauth/verify/challenge.ts';
import type { Throttle } from '../throttle.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose valid credential it is, regardless of its permissions; null if there is none. */
    identity: IdentifiedCaller | null;
    /** The caller, set after authentication and authorization. */
    caller: Caller | null;
  }
}

/** Finds the caller of a request. Throws UNAUTHENTICATED. */
export type Identify = (request: FastifyRequest) => Promise<IdentifiedCaller>;

export interface Admission {
  readonly bearer: Bearer;
  /** For callers that have no access token. */
  readonly identify?: Identify;
  readonly throttle: Throttle;
}

/** For refusals that come before the credentials, such as those of unknown addresses: whose request it was. */
export const identified = (admission: Admission) => async (request: FastifyRequest) => {
  if (request.identity === null) await authenticated(admission, request);
};

/** Authenticates the caller and counts the request against its limit. Throws UNAUTHENTICATED, RESOURCE_EXHAUSTED. */
export async function authenticated({ bearer, identify, throttle }: Admission, request: FastifyRequest) {
  const caller = identify ? await identify(request) : await bearer.verify(request.headers.authorization);
  request.identity = caller;
  await throttle('mediationPerCaller', `${caller.issuer} ${caller.subject}`);
  refuseCutOff(request);
  return caller;
}

/**
 * Checks the credential and then its permissions, before the query or the body is read. Throws
 * UNAUTHENTICATED, PERMISSION_DENIED, RESOURCE_EXHAUSTED, or INVALID_ARGUMENT if the text cannot be an
 * account.
 */
export function admit(admission: Admission, name: MethodName) {
  const { bearer, throttle } = admission;
  const [scope, ...others] = scopesOf(name);
  if (scope === undefined) throw new Error(`${name} needs no scope`);
  return async (request: FastifyRequest): Promise<void> => {
    const caller = await authenticated(admission, request);
    bearer.requireScope(caller, scope, ...others);
    const account = accountOf(request.params as CallPath);
    if (account !== undefined) {
      bearer.requirePublisher(caller, account);
      await throttle('mediationPerPublisher', account);
      refuseCutOff(request);
    }
    const { subject, publishers, scopes } = caller;
    request.caller = { subject, publishers: [...publishers], scopes: [...scopes] };
  };
}

const EXPECTED = 'Expected OAuth 2 access token, login cookie or other valid authentication credential.';
const INVALID = `Request had invalid authentication credentials. ${EXPECTED}`;

/** Refusals of credentials, with the messages that similar interfaces use. */
const KNOWN_WORDS: Readonly<Partial<Record<Reason, string>>> = {
  CREDENTIALS_MISSING: `Request is missing required authentication credential. ${EXPECTED}`,
  ACCESS_TOKEN_TYPE_UNSUPPORTED: INVALID,
  ACCESS_TOKEN_INVALID: INVALID,
  ACCESS_TOKEN_EXPIRED: INVALID,
  ACCESS_TOKEN_REVOKED: INVALID,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'Request had insufficient authentication scopes.',
  PUBLISHER_NOT_GRANTED: 'The caller does not have permission.',
};

/** Translates an error for this interface. */
export function translated(service: string) {
  return (error: unknown, { routeOptions }: FastifyRequest): unknown => {
    if (!(error instanceof BearerRefusal)) return error;
    const { reason, message } = error;
    const { methodName: method } = routeOptions.config;
    const metadata = { service, ...(method !== undefined && { method }) };
    return new StatusError(reason, KNOWN_WORDS[reason] ?? message, [], { metadata });
  };
}

/** The header WWW-Authenticate for a refusal (RFC 6750 3). */
export function challengeOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof BearerRefusal ? { 'www-authenticate': error.challenge } : {};
}

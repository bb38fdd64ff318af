import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Clock } from '../../../conventions/time.ts';
import { bearerToken, LONGEST_TOKEN } from '../../bearer-token.ts';
import { type CallerCheck, denied } from './caller.ts';

interface BearerCallers {
  /** The current keys. Returns the same object until they change. */
  readonly keys: () => JSONWebKeySet;
  /** The required `iss` of tokens. If undefined, any issuer is accepted, and tokens without one. */
  readonly issuer: string | undefined;
  readonly audience: string;
  readonly clock: Clock;
}

/** Asymmetric algorithms only: with a shared secret, every verifier could also issue tokens. */
const ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'];

/** Seconds by which the clock of the token's issuer may be ahead. */
const MOST_AHEAD = 60;

/** Looks up keys in the current set, which may be replaced. */
function lookup(keys: () => JSONWebKeySet) {
  let used = keys();
  let keyOf = createLocalJWKSet(used);
  return () => {
    const now = keys();
    if (now === used) return keyOf;
    used = now;
    keyOf = createLocalJWKSet(now);
    return keyOf;
  };
}

/**
 * Bearer JWTs (RFC 6750), signed by any of several keys, so that keys can overlap in a rotation. Audience and
 * expiry are required. A token from the future is refused: if its issue time is wrong, its expiry cannot be
 * trusted either.
 */
export function bearerCaller({ keys, issuer, audience, clock }: BearerCallers): CallerCheck {
  const current = lookup(keys);
  return async ({ headers }) => {
    const token = bearerToken(headers.authorization);
    if (token === undefined || token.length > LONGEST_TOKEN)
      throw denied('the request carries no bearer token');
    const now = clock();
    const options = {
      algorithms: ALGORITHMS,
      ...(issuer !== undefined && { issuer }),
      audience,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    };
    try {
      const { payload } = await jwtVerify(token, current(), options);
      if ((payload.iat ?? 0) > now / 1000 + MOST_AHEAD)
        throw new errors.JWTClaimValidationFailed('the token is from the future', payload, 'iat');
      return { id: `subject ${payload.iss ?? ''} ${payload.sub ?? ''}`.slice(0, 512) };
    } catch (cause) {
      if (!(cause instanceof errors.JOSEError || cause instanceof TypeError)) throw cause;
      throw denied('the bearer token is not by a configured key, for this issuer and in its time', cause);
    }
  };
}

import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Clock } from '../../../issuer/ports/effects.ts';
import { type CallerCheck, denied } from './caller.ts';

export interface BearerCallers {
  /** Those of now: the same object as long as they stay the same. */
  readonly keys: () => JSONWebKeySet;
  readonly audience: string;
  readonly clock: Clock;
}

/** Signatures only: with a shared secret, whoever could check a token could also make one. */
const ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'];

const LONGEST_TOKEN = 16 * 1024;

/** Looks keys up in a set that may be replaced by another one. */
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

/** Bearer JWTs (RFC 6750) by any of several keys, so that a rotation overlaps; audience and expiry are required. */
export function bearerCaller({ keys, audience, clock }: BearerCallers): CallerCheck {
  const current = lookup(keys);
  return async ({ headers }) => {
    const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined || token.length > LONGEST_TOKEN)
      throw denied('the request carries no bearer token');
    const options = {
      algorithms: ALGORITHMS,
      audience,
      requiredClaims: ['exp'],
      currentDate: new Date(clock()),
    };
    try {
      const { payload } = await jwtVerify(token, current(), options);
      return { id: `subject ${payload.iss ?? ''} ${payload.sub ?? ''}`.slice(0, 512) };
    } catch (cause) {
      if (!(cause instanceof errors.JOSEError || cause instanceof TypeError)) throw cause;
      throw denied('the bearer token is not by a configured key, for this issuer and in its time', cause);
    }
  };
}

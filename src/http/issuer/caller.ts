import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { IssuerError } from '../../issuer/errors.ts';
import type { Clock } from '../../issuer/ports/effects.ts';

/** Lets a caller in by its `Authorization` header, or throws IssuerError `permissionDenied`. */
export type CallerCheck = (authorization: string | undefined) => Promise<void>;

/** Signatures only: with a shared secret, whoever could check a token could also make one. */
const ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'];

/** Bearer JWTs (RFC 6750) by any of several keys, so that a rotation overlaps; audience and expiry are required. */
export function bearerCaller(keys: JSONWebKeySet, audience: string, clock: Clock): CallerCheck {
  const keyOf = createLocalJWKSet(keys);
  return async (authorization) => {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (!token) throw new IssuerError('permissionDenied', 'the request carries no bearer token');
    const options = {
      algorithms: ALGORITHMS,
      audience,
      requiredClaims: ['exp'],
      currentDate: new Date(clock()),
    };
    try {
      await jwtVerify(token, keyOf, options);
    } catch (cause) {
      const description = 'the bearer token is not by a configured key, for this issuer and in its time';
      throw new IssuerError('permissionDenied', description, { cause });
    }
  };
}

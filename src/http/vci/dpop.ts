import { hash } from 'node:crypto';
import type { Clock } from '../../conventions/time.ts';
import { VciError } from './errors.ts';
import { isAround, p256KeyOf, readJws, TOLERANCE } from './jws.ts';

const LONGEST_ID = 256;

interface DpopRequest {
  /** Value of the header `DPoP`. */
  readonly proof: string | undefined;
  readonly method: string;
  /** The address of the endpoint, without query. */
  readonly url: string;
  /** The access token that came with it. */
  readonly token?: string;
}

export interface DpopDeps {
  readonly clock: Clock;
  /** False if the name was used before. */
  readonly useOnce: (name: string, expiresAt: number) => Promise<boolean>;
}

const refused = (what: string): VciError => new VciError('invalid_dpop_proof', what);

/** RFC 9449 4.3, 9: without query and fragment, and with syntax-based normalization. */
function plainUrl(url: unknown): string | undefined {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed === null ? undefined : `${parsed.origin}${parsed.pathname}`;
}

/**
 * Checks a DPoP proof (RFC 9449 4.3), apart from its use; returns the thumbprint of its key. `use` marks the proof as used.
 * @throws VciError `invalid_dpop_proof`
 */
export function checkDpop({ proof, method, url, token }: DpopRequest, { clock, useOnce }: DpopDeps) {
  const jws = proof === undefined ? undefined : readJws(proof, 'dpop+jwt');
  if (jws === undefined) throw refused('the header DPoP must have one proof, signed by ES256');
  const { header, claims } = jws;
  const key = p256KeyOf(header.jwk);
  if (key === undefined || !jws.isSignedBy(key.key))
    throw refused('the proof is not signed by its own P-256 key');
  if (claims.htm !== method || plainUrl(claims.htu) !== plainUrl(url))
    throw refused('htm and htu must name this request');
  const now = clock();
  if (!isAround(claims.iat, now, TOLERANCE)) throw refused('iat is not within five minutes');
  const { jti } = claims;
  if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_ID)
    throw refused('jti is missing or too long');
  const ath = token === undefined ? undefined : hash('sha256', token, 'base64url');
  if (claims.ath !== ath) throw refused('ath must be the hash of the access token');
  const { thumbprint } = key;
  return {
    thumbprint,
    /** @throws VciError if the proof was used before */
    async use(): Promise<void> {
      const name = `dpop ${hash('sha256', `${thumbprint} ${jti}`, 'base64url')}`;
      if (!(await useOnce(name, now + 2 * TOLERANCE))) throw refused('the proof was used before');
    },
  };
}

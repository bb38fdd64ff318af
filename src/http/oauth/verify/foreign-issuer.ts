import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { isPublisherId } from '../../../accounts/publisher-id.ts';
import type { VerifiedToken } from './own-token.ts';

/** An OpenID Connect issuer elsewhere whose access tokens are accepted. */
export interface ForeignIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Where its keys are; asked of the issuer when left out. */
  readonly jwksUri?: string;
  /** The claim that lists publisher accounts. */
  readonly publishersClaim: string;
}

/** Signatures that only the issuer can make; with HMAC everybody who verifies could sign too. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Clocks of two machines differ. */
const CLOCK_TOLERANCE = 60;

const TIMEOUT = 5000;
const LARGEST_DOCUMENT = 256 * 1024;

/** OpenID Connect Discovery 4. */
async function discovered(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
  const text = response.ok ? await response.text() : '';
  if (text === '' || text.length > LARGEST_DOCUMENT) throw new Error('the discovery document cannot be had');
  const document = JSON.parse(text) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (document.issuer !== issuer || typeof document.jwks_uri !== 'string') {
    throw new Error('the discovery document is not of this issuer');
  }
  return document.jwks_uri;
}

/** A list as JSON array or as words. */
function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((word) => word !== '');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function toToken({ publishersClaim }: ForeignIssuer, payload: JWTPayload): VerifiedToken {
  const { iss, sub, exp, scope, scp, client_id: clientId, azp } = payload;
  const client = [clientId, azp].find((id) => typeof id === 'string');
  return {
    issuer: iss as string,
    subject: sub as string,
    ...(client === undefined ? {} : { clientId: client }),
    scopes: listOf(scope ?? scp),
    publishers: listOf(payload[publishersClaim]).filter(isPublisherId),
    expiresAt: (exp as number) * 1000,
  };
}

export interface ForeignVerifier {
  readonly issuer: string;
  /** @throws errors of jose, and others when the keys cannot be had. */
  verify(token: string, now: number): Promise<VerifiedToken>;
}

export function foreignVerifier(foreign: ForeignIssuer): ForeignVerifier {
  const { issuer, audience, jwksUri } = foreign;
  let keys: Promise<JWTVerifyGetKey> | undefined;

  const remoteKeys = async () => {
    const address = jwksUri ?? (await discovered(issuer));
    return createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT });
  };
  const keysOf = async () => {
    keys ??= remoteKeys();
    try {
      return await keys;
    } catch (error) {
      keys = undefined;
      throw error;
    }
  };

  return {
    issuer,
    async verify(token, now) {
      const { payload } = await jwtVerify(token, await keysOf(), {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(now),
      });
      if (typeof payload.sub !== 'string') throw new errors.JWTInvalid('the subject is no string');
      return toToken(foreign, payload);
    },
  };
}

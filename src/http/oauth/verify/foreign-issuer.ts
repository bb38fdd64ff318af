import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isPublisherId } from '../../../accounts/ids.ts';
import type { Clock } from '../../../conventions/time.ts';
import { issuerDocument, TIMEOUT } from './issuer-documents.ts';
import type { VerifiedToken } from './own-token.ts';

/** Another OpenID Connect issuer whose access tokens this server accepts. */
export interface ForeignIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Address of the issuer's keys; by default from its discovery document. */
  readonly jwksUri?: string;
  /** The claim that lists publisher accounts. */
  readonly publishersClaim: string;
}

/** Asymmetric algorithms only: with HMAC, every verifier could also issue tokens. */
export const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Seconds by which the clocks of two machines may differ. */
export const CLOCK_TOLERANCE = 60;

export const KeySet = Compile(Type.Object({ keys: Type.Array(Type.Object({})) }));
const Discovery = Compile(Type.Object({ issuer: Type.String(), jwks_uri: Type.String() }));

/** OpenID Connect Discovery 4.3. The keys may be on another host, but must not use a weaker protocol. */
function isDiscoveryOf(issuer: string, document: unknown): boolean {
  if (!Discovery.Check(document) || document.issuer !== issuer) return false;
  const protocol = URL.parse(document.jwks_uri)?.protocol;
  return protocol === 'https:' || protocol === new URL(issuer).protocol;
}

/** Finds the address of an issuer's keys. */
function discovery(issuer: string, clock: Clock): () => Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const get = issuerDocument(clock, (document) => isDiscoveryOf(issuer, document));
  return async () => {
    const response = await get(address, { signal: AbortSignal.timeout(TIMEOUT) });
    const document = (await response.json()) as { readonly jwks_uri: string };
    return new URL(document.jwks_uri);
  };
}

/** Reads a list that is written as a JSON array or as words in a text. */
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
  /** @throws errors of jose, and others if the keys cannot be fetched */
  verify(token: string, now: number): Promise<VerifiedToken>;
}

/**
 * Uses jose. `validateJwtAccessToken` of oauth4webapi refuses tokens without `typ: at+jwt`, `iat`, `jti` or
 * `client_id`, which many issuers leave out, and fetches keys without the limits and pauses of {@link
 * issuerDocument}.
 */
export function foreignVerifier(foreign: ForeignIssuer, clock: Clock): ForeignVerifier {
  const { issuer, audience, jwksUri } = foreign;
  const discovered = discovery(issuer, clock);
  const keySet = issuerDocument(clock, (document) => KeySet.Check(document));
  let keys: Promise<JWTVerifyGetKey> | undefined;

  const remoteKeys = async () => {
    const address = jwksUri === undefined ? await discovered() : new URL(jwksUri);
    return createRemoteJWKSet(address, { timeoutDuration: TIMEOUT, [customFetch]: keySet });
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

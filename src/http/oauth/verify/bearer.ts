import { decodeJwt, errors } from 'jose';
import { LRUCache } from 'lru-cache';
import type { CurrentPublishers } from '../../../accounts/grants.ts';
import { permissionsIn, type ScopeName, type ScopeStrings } from '../../../accounts/permissions.ts';
import { StatusError } from '../../../conventions/status.ts';
import type { Clock } from '../../../conventions/time.ts';
import { bearerToken, LONGEST_TOKEN } from '../../bearer-token.ts';
import { type Refusals, refusals } from './challenge.ts';
import { type ForeignIssuer, type ForeignVerifier, foreignVerifier } from './foreign-issuer.ts';
import { type OwnIssuer, type OwnToken, type VerifiedToken, verifyOwnToken } from './own-token.ts';

/** The caller and its permissions. */
export interface Caller {
  readonly issuer: string;
  readonly subject: string;
  readonly clientId?: string;
  readonly scopes: ReadonlySet<ScopeName>;
  /** Publisher accounts, `pub-` and 16 digits each. */
  readonly publishers: ReadonlySet<string>;
}

export interface Bearer {
  /** @throws BearerRefusal UNAUTHENTICATED; StatusError UNAVAILABLE if an issuer's keys cannot be fetched */
  verify(authorization: string | undefined): Promise<Caller>;
  /** Requires one of the scopes. The refusal names the first one. @throws BearerRefusal PERMISSION_DENIED */
  requireScope(caller: Caller, ...anyOf: readonly [ScopeName, ...ScopeName[]]): void;
  /** Gives the same refusal for an account that does not exist. @throws BearerRefusal PERMISSION_DENIED */
  requirePublisher(caller: Caller, publisherId: string): void;
}

interface BearerOptions {
  readonly own: OwnIssuer & {
    readonly audience: () => string;
    readonly currentPublishers: CurrentPublishers;
  };
  readonly foreign: readonly ForeignIssuer[];
  /** The issuer of tokens, for challenges. */
  readonly realm: () => string;
  readonly scopes: ScopeStrings;
  readonly clock: Clock;
}

/**
 * Number of verified Authorization headers that are cached, so that not every request needs a signature
 * verification.
 */
const KEPT_HEADERS = 2000;

/**
 * Milliseconds after which a signature of another issuer is verified again, because the issuer may have
 * withdrawn the key.
 */
const FOREIGN_KEPT_FOR = 300_000;

interface Verified {
  readonly token: VerifiedToken;
  /** The decoded token, if this server issued it. */
  readonly own?: OwnToken;
  readonly scopes: ReadonlySet<ScopeName>;
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function refusalOf(error: unknown, refuse: Refusals): Error {
  if (error instanceof errors.JWTExpired) return refuse.expired();
  const isUnreachable = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  if (error instanceof errors.JOSEError && !isUnreachable && error.code !== 'ERR_JOSE_GENERIC')
    return refuse.invalid();
  const text = 'the keys of the issuer of the access token cannot be had; try again later';
  return new StatusError('ISSUER_UNREACHABLE', text);
}

export function bearer({ own, foreign, realm, scopes, clock }: BearerOptions): Bearer {
  const refuse = refusals(realm);
  const verifiers = new Map<string, ForeignVerifier>(
    foreign.map((one) => [one.issuer, foreignVerifier(one, clock)]),
  );
  const kept = new LRUCache<string, Verified>({ max: KEPT_HEADERS });

  const check = async (token: string, now: number): Promise<Pick<Verified, 'token' | 'own'>> => {
    const issuer = issuerOf(token);
    try {
      if (issuer === own.issuer()) {
        const verified = await verifyOwnToken(own, token, own.audience(), now);
        return { token: verified, own: verified };
      }
      const verifier = issuer === undefined ? undefined : verifiers.get(issuer);
      if (verifier) {
        const verified = await verifier.verify(token, now);
        return { token: { ...verified, expiresAt: Math.min(verified.expiresAt, now + FOREIGN_KEPT_FOR) } };
      }
    } catch (error) {
      throw refusalOf(error, refuse);
    }
    throw refuse.unreadable();
  };

  const checkedAnew = async (authorization: string, now: number): Promise<Verified> => {
    const token = bearerToken(authorization);
    if (token === undefined) throw refuse.missing();
    if (token.length > LONGEST_TOKEN) throw refuse.unreadable();
    const checked = await check(token, now);
    const verified = { ...checked, scopes: permissionsIn(scopes, checked.token.scopes) };
    if (authorization.length <= LONGEST_TOKEN) kept.set(authorization, verified);
    return verified;
  };

  /** Undefined if the header is not cached, the token has expired, or its key was removed. */
  const remembered = (authorization: string, now: number): Verified | undefined => {
    const verified = kept.get(authorization);
    if (verified === undefined) return undefined;
    const keyId = verified.own?.keyId;
    const isKeyKnown = keyId === undefined || own.keys.current().some((key) => key.keyId === keyId);
    if (verified.token.expiresAt > now && isKeyKnown) return verified;
    kept.delete(authorization);
    return undefined;
  };

  const publishersOf = async ({ token, own: ownToken }: Verified): Promise<readonly string[]> => {
    if (ownToken === undefined) return token.publishers;
    const publishers = await own.currentPublishers(ownToken.holder, token.publishers);
    if (publishers === undefined) throw refuse.revoked();
    return publishers;
  };

  return {
    async verify(authorization = '') {
      const now = clock();
      const verified = remembered(authorization, now) ?? (await checkedAnew(authorization, now));
      const { issuer, subject, clientId } = verified.token;
      return {
        issuer,
        subject,
        ...(clientId === undefined ? {} : { clientId }),
        scopes: verified.scopes,
        publishers: new Set(await publishersOf(verified)),
      };
    },
    requireScope(caller, ...anyOf) {
      if (!anyOf.some((name) => caller.scopes.has(name))) throw refuse.scope(scopes[anyOf[0]]);
    },
    requirePublisher(caller, publisherId) {
      if (!caller.publishers.has(publisherId)) throw refuse.publisher();
    },
  };
}

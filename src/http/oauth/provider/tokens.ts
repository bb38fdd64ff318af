import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { CONSOLE } from '../../../accounts/client/console.ts';
import { type OfferedScopes, permissionsIn, SCOPE_NAMES, stringsOf } from '../../../accounts/permissions.ts';
import type { AccountStore } from '../../../accounts/ports/store.ts';
import { BY_SCOPE } from '../authorization-request.ts';
import type { AuthorizationServerOptions } from '../options.ts';
import { ADMIN_SCOPE, adminAudienceOf } from '../paths.ts';

type Needs = Pick<
  AuthorizationServerOptions,
  'issuer' | 'audience' | 'store' | 'scopes' | 'lifetimes' | 'keys'
>;

/** In seconds: a working day. Every request reads the current role, so a token need not be short-lived. */
export const ADMIN_TOKEN_TTL = 8 * 3600;

/** Only tokens of operators have the admin interface as audience, and they have no other audience. */
export function audienceFor({ issuer, audience }: Pick<Needs, 'issuer' | 'audience'>, clientId: string) {
  return clientId === CONSOLE.clientId ? adminAudienceOf(issuer()) : audience();
}

/** The scopes that a client may request: a machine those that are registered for it, other clients all. */
async function scopesOf({ store, scopes }: Needs, clientId: string): Promise<string> {
  if (clientId === CONSOLE.clientId) return ADMIN_SCOPE;
  const client = await store.read((reader) => reader.client(clientId));
  const names = client?.kind === 'machine' ? client.scopes : SCOPE_NAMES;
  return stringsOf(scopes, names).join(' ');
}

/**
 * RFC 6749 3.3. A machine that names no scope gets all its registered scopes. If it names some, it gets those
 * of them that it has, and the answer lists them; if it has none of them, the request is refused.
 */
function settleMachineScope(params: Record<string, unknown>, held: string): void {
  params.scope ??= held;
  const asked = String(params.scope).split(' ');
  if (!asked.some((one) => held.split(' ').includes(one)))
    throw new errors.InvalidScope('the client has none of the requested scopes', String(params.scope));
}

/** The resource that the client may request (RFC 8707); its access tokens are JWTs (RFC 9068). */
export async function resourceServer(
  needs: Needs,
  { oidc }: KoaContextWithOIDC,
  indicator: string,
  clientId: string,
): Promise<ResourceServer> {
  if (indicator !== audienceFor(needs, clientId)) throw new errors.InvalidTarget();
  const scope = await scopesOf(needs, clientId);
  if (oidc.params?.grant_type === 'client_credentials') settleMachineScope(oidc.params, scope);
  const [active] = needs.keys.current();
  return {
    scope,
    audience: indicator,
    accessTokenFormat: 'jwt',
    accessTokenTTL: clientId === CONSOLE.clientId ? ADMIN_TOKEN_TTL : needs.lifetimes.accessToken,
    jwt: { sign: { alg: 'ES256', ...(active ? { kid: active.keyId } : {}) } },
  };
}

/** Scopes of the authorization server itself. */
export const IDENTITY_SCOPES = ['openid', 'email', 'offline_access'] as const;
export type IdentityScope = (typeof IDENTITY_SCOPES)[number];

/**
 * Stands for `access_type=offline` among the scopes of a grant. No answer names it: clients compare the scopes that
 * they asked for with the granted ones, and this one they did not ask for.
 */
export const BY_ACCESS_TYPE = 'access_type=offline';

const wordsOf = (scope: unknown) =>
  String(scope ?? '')
    .split(' ')
    .filter((word) => word !== '');

export const isOffline = (scopes: ReadonlySet<string>): boolean =>
  scopes.has('offline_access') || scopes.has(BY_ACCESS_TYPE);

/** What a user is asked for. */
export function identityIn(scopes: readonly string[]): ReadonlySet<IdentityScope> {
  const asked = new Set(scopes);
  return new Set(
    IDENTITY_SCOPES.filter((scope) => asked.has(scope) || (scope === 'offline_access' && isOffline(asked))),
  );
}

/** What a user's consent to these is stored as. */
export const grantedBy = (identity: ReadonlySet<IdentityScope>): string =>
  [...identity, ...(identity.has('offline_access') ? [BY_ACCESS_TYPE] : [])].join(' ');

/** Runs after oidc-provider has checked the scopes, so that it can add offline access again. */
export function decideScopes(
  { oidc }: KoaContextWithOIDC,
  accessType: unknown,
  strings: OfferedScopes,
): void {
  const { params, client } = oidc;
  if (params === undefined) return;
  const scopes = wordsOf(params.scope).filter((scope) => scope !== BY_ACCESS_TYPE);
  const isKnown =
    client?.clientId === CONSOLE.clientId
      ? scopes.includes(ADMIN_SCOPE)
      : permissionsIn(strings, scopes).size > 0 || identityIn(scopes).size > 0;
  if (!isKnown) throw new errors.InvalidScope('none of the requested scopes is known here', scopes.join(' '));
  params.scope = [...new Set([...scopes, ...offlineScope(client, accessType)])].join(' ');
}

/** Tokens of operators are not refreshed: the password is required each time. */
function offlineScope(client: Client | undefined, accessType: unknown): readonly string[] {
  if (client?.clientId === CONSOLE.clientId || !client?.grantTypeAllowed('refresh_token')) return [];
  if (accessType === BY_SCOPE) return [BY_SCOPE];
  return accessType === 'offline' ? [BY_ACCESS_TYPE] : [];
}

/**
 * The scopes of an answer of the token endpoint: all that were granted, those of the authorization server too
 * (RFC 6749 3.3 and 5.1). oidc-provider names only those of the access token.
 */
export function grantedScope({ oidc }: KoaContextWithOIDC, ofToken: unknown): string {
  const { AuthorizationCode: code, RefreshToken: refresh } = oidc.entities;
  const held = wordsOf(code?.scope ?? refresh?.scope);
  const asked = code === undefined && oidc.params?.scope ? wordsOf(oidc.params.scope) : held;
  const own = IDENTITY_SCOPES.filter((scope) => held.includes(scope) && asked.includes(scope));
  return [...wordsOf(ofToken), ...own].join(' ');
}

interface IssuedToken {
  readonly kind: string;
  readonly grantId?: string;
  readonly clientId?: string | undefined;
}

/** Additional claims: the publisher accounts and the grant. */
export async function tokenClaims(store: AccountStore, token: IssuedToken) {
  const { grantId, clientId } = token;
  if (token.kind === 'ClientCredentials') {
    const client = await store.read((reader) => reader.client(clientId ?? ''));
    return { publishers: [...(client?.publishers ?? [])] };
  }
  const grant = await store.read((reader) => reader.activeGrant(grantId ?? ''));
  if (grant === undefined) throw new errors.InvalidGrant('the grant has ended');
  return { publishers: grant.consented.filter((id) => grant.held.includes(id)), grant_id: grantId };
}

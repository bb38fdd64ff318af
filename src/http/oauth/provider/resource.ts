import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { SCOPE_NAMES, type ScopeName } from '../../../accounts/scopes.ts';
import type { AuthorizationServerOptions } from '../options.ts';

type Needs = Pick<AuthorizationServerOptions, 'audience' | 'store' | 'scopes' | 'lifetimes' | 'keys'>;

/** What a client may ask for here: a machine what it was registered for, others what their user allows. */
async function scopesOf({ store }: Needs, clientId: string): Promise<readonly ScopeName[]> {
  const client = await store.read((reader) => reader.client(clientId));
  return client?.kind === 'machine' ? client.scopes : SCOPE_NAMES;
}

/** The mediation interface as the one protected resource (RFC 8707); its access tokens are JWTs (RFC 9068). */
export async function resourceServer(
  needs: Needs,
  { oidc }: KoaContextWithOIDC,
  indicator: string,
  clientId: string,
): Promise<ResourceServer> {
  if (indicator !== needs.audience()) throw new errors.InvalidTarget();
  const names = await scopesOf(needs, clientId);
  const scope = names.map((name) => needs.scopes[name]).join(' ');
  // RFC 6749 3.3: a client for itself that asks for nothing in particular gets all that it was registered for.
  if (oidc.params?.grant_type === 'client_credentials') oidc.params.scope ??= scope;
  const [active] = needs.keys.current();
  return {
    scope,
    audience: indicator,
    accessTokenFormat: 'jwt',
    accessTokenTTL: needs.lifetimes.accessToken,
    jwt: { sign: { alg: 'ES256', ...(active ? { kid: active.keyId } : {}) } },
  };
}

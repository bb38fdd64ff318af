import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { CONSOLE } from '../../../accounts/client/console.ts';
import { permissionsIn, type ScopeStrings } from '../../../accounts/scopes.ts';
import { ADMIN_SCOPE } from '../paths.ts';

/** Scopes of the authorization server itself. */
export const IDENTITY_SCOPES = ['openid', 'email', 'offline_access'] as const;
export type IdentityScope = (typeof IDENTITY_SCOPES)[number];

export function identityIn(scopes: readonly string[]): ReadonlySet<IdentityScope> {
  return new Set(IDENTITY_SCOPES.filter((scope) => scopes.includes(scope)));
}

/** Runs after the library's own checks of the scopes, which is why it can put offline access back. */
export function settleScopes({ oidc }: KoaContextWithOIDC, accessType: unknown, strings: ScopeStrings): void {
  const { params, client } = oidc;
  if (params === undefined) return;
  const scopes = String(params.scope ?? '')
    .split(' ')
    .filter((scope) => scope !== '');
  const isAdmin = client?.clientId === CONSOLE.clientId && scopes.includes(ADMIN_SCOPE);
  if (!isAdmin && permissionsIn(strings, scopes).size === 0 && identityIn(scopes).size === 0) {
    throw new errors.InvalidScope('none of the requested scopes is known here', scopes.join(' '));
  }
  if (accessType === 'offline' && client?.grantTypeAllowed('refresh_token')) {
    params.scope = [...new Set([...scopes, 'offline_access'])].join(' ');
  }
}

import type { Endpoints } from '../../accounts/ports/endpoints.ts';

/** Where the authorization server's parts are on the panels' listener. */
export const PATHS = {
  authorization: '/oauth/auth',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  keys: '/oauth/jwks',
  endSession: '/oauth/session/end',
  interaction: '/oauth/interaction',
  discovery: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
} as const;

export function endpointsOf(issuer: string): Endpoints {
  return {
    issuer,
    authorization: `${issuer}${PATHS.authorization}`,
    token: `${issuer}${PATHS.token}`,
    revocation: `${issuer}${PATHS.revocation}`,
    keys: `${issuer}${PATHS.keys}`,
  };
}

import type { Endpoints } from '../../accounts/ports/services.ts';

/** Paths of the authorization server on the panels' listener. */
export const PATHS = {
  authorization: '/oauth/auth',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  keys: '/oauth/jwks',
  endSession: '/oauth/session/end',
  interaction: '/oauth/interaction',
  password: '/oauth/password',
  /** Where providers of organisations send the browser back to, and their own requests. */
  organisation: '/oauth/organisation',
  discovery: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
} as const;

/** What people and programs do at these paths and below them, for people who look for a refused request. */
export const PATH_WORDS: Readonly<Record<string, string>> = {
  [PATHS.authorization]: 'Open the sign-in page',
  [PATHS.token]: 'Get a token',
  [PATHS.revocation]: 'Revoke a token',
  [PATHS.keys]: 'Read the keys of tokens',
  [PATHS.endSession]: 'Sign out',
  [PATHS.interaction]: 'Sign in and give consent',
  [PATHS.password]: 'Change the password',
  [PATHS.organisation]: 'Sign in through an organisation',
};

/** Audience of operators' access tokens; only the built-in client may request it. */
export const adminAudienceOf = (issuer: string) => `${issuer}/admin`;

/** The only scope of the admin interface; the role decides what its bearer may do. */
export const ADMIN_SCOPE = 'admin';

/** RFC 9728: clients of the admin interface find the authorization server here. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

export const adminResource = (issuer: string) => ({
  resource: adminAudienceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: [ADMIN_SCOPE],
});

/** The redirect address of this server at the provider of an organisation. */
export const organisationCallback = (issuer: string, id: string) =>
  `${issuer}${PATHS.organisation}/${id}/callback`;

export function endpointsOf(issuer: string): Endpoints {
  return {
    issuer,
    authorization: `${issuer}${PATHS.authorization}`,
    token: `${issuer}${PATHS.token}`,
    revocation: `${issuer}${PATHS.revocation}`,
    keys: `${issuer}${PATHS.keys}`,
  };
}

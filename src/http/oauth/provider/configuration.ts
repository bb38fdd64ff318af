import { type Client, type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { ActiveGrant } from '../../../accounts/ports/store.ts';
import type { AuthorizationServerOptions } from '../options.ts';
import { PATHS } from '../paths.ts';
import { artifactAdapter } from './artifacts.ts';
import { clientAdapter } from './clients.ts';
import { showError, showSignedOut, showSignOut } from './pages.ts';
import {
  ADMIN_TOKEN_TTL,
  audienceFor,
  BY_ACCESS_TYPE,
  decideScopes,
  IDENTITY_SCOPES,
  isOffline,
  resourceServer,
  tokenClaims,
} from './tokens.ts';

const AUTHORIZATION_CODE_TTL = 60;
const INTERACTION_TTL = 1800;

const isPublic = ({ clientAuthMethod }: Client) => clientAuthMethod === 'none';

function features(options: AuthorizationServerOptions): NonNullable<Configuration['features']> {
  return {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => audienceFor(options, client?.clientId ?? ''),
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, indicator, client) =>
        resourceServer(options, ctx, indicator, client.clientId),
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => showSignOut(ctx, form),
      postLogoutSuccessSource: (ctx) => showSignedOut(ctx),
    },
    userinfo: { enabled: false },
  };
}

type Source = { readonly kind?: string; readonly amr?: readonly string[] } | undefined;

/** `source`: the code or the refresh token that is used; a session is checked by `loginPolicy`. */
async function findAccount({ store, passkeys }: AuthorizationServerOptions, userId: string, source: Source) {
  const user = await store.read(async (reader) => {
    const user = await reader.user(userId);
    const isSource = source?.kind === 'AuthorizationCode' || source?.kind === 'RefreshToken';
    return !user || !isSource || (await passkeys.isEnough(reader, user, source.amr)) ? user : undefined;
  });
  if (user?.state !== 'active') return undefined;
  return { accountId: userId, claims: () => ({ sub: userId, email: user.email }) };
}

const isLost = ({ consented, held }: ActiveGrant) =>
  consented.length > 0 && !consented.some((id) => held.includes(id));

/**
 * The grant of this session. Each use extends the grant, so that it lasts longer than the tokens that are
 * issued now. Undefined if the user no longer has any of its accounts and so must choose again.
 */
async function grantOf(
  { store }: AuthorizationServerOptions,
  { oidc }: KoaContextWithOIDC,
  lifetime: number,
) {
  const { client, session, result } = oidc;
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '');
  if (grantId === undefined) return undefined;
  const grant = await oidc.provider.Grant.find(grantId);
  if (grant === undefined || grant.accountId !== oidc.account?.accountId) return undefined;
  const activeGrant = await store.read((reader) => reader.activeGrant(grantId));
  if (activeGrant === undefined || isLost(activeGrant)) return undefined;
  // oidc-provider compares this time with the clock of the machine.
  grant.exp = Math.floor(Date.now() / 1000) + lifetime;
  await grant.save();
  return grant;
}

/** A session that the password alone began asks for a sign-in, once the user has a passkey or must have one. */
function loginPolicy({ store, passkeys }: AuthorizationServerOptions) {
  const { Check, base } = interactionPolicy;
  const policy = base();
  const check = new Check('passkey_needed', 'End-User authentication is required', async ({ oidc }) => {
    const { accountId, amr } = oidc.session ?? {};
    const isEnough = await store.read(async (reader) => {
      const user = accountId === undefined ? undefined : await reader.user(accountId);
      return user === undefined || passkeys.isEnough(reader, user, amr);
    });
    return isEnough ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
  });
  policy.get('login')?.checks.add(check);
  return policy;
}

/** CORS: a page may use a client if the client has a redirect address on the origin of the page. */
function mayCall(origin: string, client: Client): boolean {
  return isPublic(client) && (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin);
}

/** The configuration of oidc-provider; it changes only with the signing keys. */
export function providerConfiguration(options: AuthorizationServerOptions): Configuration {
  const { store, keys, secrets, lifetimes, clock } = options;
  const jwks = keys.current().map(({ jwk, keyId }) => ({ ...jwk, kid: keyId, alg: 'ES256', use: 'sig' }));
  const grantLifetime = Math.max(
    lifetimes.refreshToken,
    lifetimes.session + Math.max(lifetimes.accessToken, ADMIN_TOKEN_TTL),
  );
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: (model) => (model === 'Client' ? clientAdapter(store) : artifactAdapter(store, model, clock)),
    claims: { openid: ['sub'], email: ['email'] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientBasedCORS: (_ctx, origin, client) => mayCall(origin, client),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    conformIdTokenClaims: false,
    cookies: {
      keys: [secrets.cookies],
      long: { ...cookie, path: '/oauth' },
      short: cookie,
      names: {
        interaction: 'diptych_interaction',
        resume: 'diptych_resume',
        session: 'diptych_session',
      },
    },
    discovery: {
      revocation_endpoint: `${options.issuer()}${PATHS.revocation}`,
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    },
    expiresWithSession: (_ctx, { scopes }) => !isOffline(scopes),
    extraParams: {
      access_type: (ctx, value) => decideScopes(ctx, value, options.scopes),
    },
    extraTokenClaims: (_ctx, token) => tokenClaims(store, token),
    features: features(options),
    findAccount: (_ctx, userId, source) => findAccount(options, userId, source as Source),
    interactions: {
      policy: loginPolicy(options),
      url: (_ctx, { uid }) => `${PATHS.interaction}/${uid}`,
    },
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && isOffline(source.scopes),
    jwks: { keys: jwks },
    loadExistingGrant: (ctx) => grantOf(options, ctx, grantLifetime),
    pkce: { required: (_ctx, client) => isPublic(client) },
    renderError: (ctx, out, cause) => showError(ctx, out, cause),
    responseTypes: ['code'],
    rotateRefreshToken: ({ oidc: { client } }) => client !== undefined && isPublic(client),
    routes: {
      authorization: PATHS.authorization,
      end_session: PATHS.endSession,
      jwks: PATHS.keys,
      token: PATHS.token,
    },
    scopes: [...IDENTITY_SCOPES, BY_ACCESS_TYPE],
    ttl: {
      AccessToken: (_ctx, { resourceServer }) => resourceServer?.accessTokenTTL ?? lifetimes.accessToken,
      AuthorizationCode: AUTHORIZATION_CODE_TTL,
      ClientCredentials: lifetimes.accessToken,
      Grant: grantLifetime,
      IdToken: lifetimes.accessToken,
      Interaction: INTERACTION_TTL,
      RefreshToken: lifetimes.refreshToken,
      Session: lifetimes.session,
    },
  };
}

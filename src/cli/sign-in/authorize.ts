import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  customFetch,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CONSOLE } from '../../accounts/client/console.ts';
import { SignInFailure } from '../failures.ts';
import { reach, Unreachable } from '../reach.ts';
import type { KeptToken } from './kept-token.ts';
import { listenOnLoopback } from './loopback.ts';

const CLIENT = { client_id: CONSOLE.clientId };

/** The server decides whether it allows http; outside the sandbox it does so on loopback only. */
const REQUESTS = {
  [customFetch]: (address: string, init: object) => reach(address, init),
  [allowInsecureRequests]: true,
} as const;

/**
 * RFC 9728 2. The address of the admin interface may differ from the address of the resource, which
 * oauth4webapi would refuse.
 */
const Resource = Compile(
  Type.Object({
    resource: Type.String(),
    authorization_servers: Type.Array(Type.String(), { minItems: 1 }),
    scopes_supported: Type.Array(Type.String()),
  }),
);

async function resourceOf(adminUrl: string) {
  const response = await reach(`${adminUrl}/.well-known/oauth-protected-resource`);
  const resource: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  if (Resource.Check(resource)) return resource;
  throw new SignInFailure('sign-in is off on this server (oauth.embedded); use the admin token');
}

/** Errors of the connection say what to do; all others become one error. */
const failed = (message: string) => (cause: unknown) => {
  throw cause instanceof Unreachable ? cause : new SignInFailure(message, { cause });
};

async function providerOf([address = '']: readonly string[]) {
  const issuer = new URL(address);
  const provider: AuthorizationServer = await discoveryRequest(issuer, REQUESTS)
    .then((response) => processDiscoveryResponse(issuer, response))
    .catch(failed(`${address} does not describe itself as the authorization server of this address`));
  const { authorization_endpoint: authorization, revocation_endpoint: revocation } = provider;
  if (authorization === undefined || revocation === undefined)
    throw new SignInFailure(`${address} has no authorization or no revocation endpoint`);
  return { provider, authorization: new URL(authorization), revocation };
}

/** Checks `state` and `iss` (RFC 6749 10.12, RFC 9207 2.4). */
function checkAnswer(provider: AuthorizationServer, answer: URLSearchParams, state: string): URLSearchParams {
  try {
    return validateAuthResponse(provider, CLIENT, answer, state);
  } catch (cause) {
    const why =
      cause instanceof AuthorizationResponseError
        ? (cause.error_description ?? cause.error)
        : 'the answer in the browser comes from another server';
    throw new SignInFailure(`not signed in: ${why}`, { cause });
  }
}

/**
 * Authorization code flow with PKCE and a redirect to a port of this machine (RFC 8252). `show` gets the
 * address to open.
 */
export async function signIn(adminUrl: string, show: (address: string) => unknown): Promise<KeptToken> {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = await resourceOf(adminUrl);
  const { provider, authorization, revocation } = await providerOf(issuers);
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()];
  const loopback = await listenOnLoopback();
  const { redirectUri } = loopback;
  try {
    authorization.search = String(
      new URLSearchParams({
        ...CLIENT,
        redirect_uri: redirectUri,
        resource,
        response_type: 'code',
        scope: scopes.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    );
    const answer = loopback.answer(state);
    show(authorization.href);
    const granted = checkAnswer(provider, await answer, state);
    const options = { ...REQUESTS, additionalParameters: { resource } };
    const tokens = await authorizationCodeGrantRequest(
      provider,
      CLIENT,
      None(),
      granted,
      redirectUri,
      verifier,
      options,
    )
      .then((response) => processAuthorizationCodeResponse(provider, CLIENT, response))
      .catch(failed('the server issued no token; run diptych login again'));
    return {
      accessToken: tokens.access_token,
      expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
      revocation,
    };
  } finally {
    loopback.close();
  }
}

/** RFC 7009 2.1. False if the server could not be reached. */
export async function revoke({ accessToken, revocation }: KeptToken): Promise<boolean> {
  const body = new URLSearchParams({ token: accessToken, ...CLIENT });
  return reach(revocation, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

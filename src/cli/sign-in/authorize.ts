import { hash, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CONSOLE } from '../../accounts/client/console.ts';
import { reach } from '../reach.ts';
import { SignInFailure } from './failure.ts';
import type { KeptToken } from './kept-token.ts';
import { listenOnLoopback } from './loopback.ts';

/** RFC 9728 2 */
const Resource = Compile(
  Type.Object({
    resource: Type.String(),
    authorization_servers: Type.Array(Type.String(), { minItems: 1 }),
    scopes_supported: Type.Array(Type.String()),
  }),
);

/** OpenID Connect Discovery 3 */
const Provider = Compile(
  Type.Object({
    issuer: Type.String(),
    authorization_endpoint: Type.String(),
    token_endpoint: Type.String(),
    revocation_endpoint: Type.String(),
  }),
);

/** RFC 6749 5.1 */
const Tokens = Compile(Type.Object({ access_token: Type.String(), expires_in: Type.Number() }));

async function answerOf(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await reach(address, init);
  return response.ok ? response.json().catch(() => undefined) : undefined;
}

async function providerOf(adminUrl: string) {
  const resource = await answerOf(`${adminUrl}/.well-known/oauth-protected-resource`);
  if (!Resource.Check(resource)) {
    throw new SignInFailure('this server signs nobody in (oauth.embedded is off); use the admin token');
  }
  const [issuer = ''] = resource.authorization_servers;
  const provider = await answerOf(`${issuer}/.well-known/openid-configuration`);
  if (!Provider.Check(provider) || provider.issuer !== issuer) {
    throw new SignInFailure(`${issuer} is not the authorization server that it should be`);
  }
  return { resource, provider };
}

function checkAnswer(answer: URLSearchParams, issuer: string): string {
  const [code, error] = [answer.get('code'), answer.get('error_description') ?? answer.get('error')];
  if (error !== null) throw new SignInFailure(`not signed in: ${error}`);
  // RFC 9207 2.4
  if (answer.get('iss') !== issuer || code === null)
    throw new SignInFailure('the answer is not of this server');
  return code;
}

/** Authorization code with PKCE on a port of this machine (RFC 8252). `show` gets the address to open. */
export async function signIn(adminUrl: string, show: (address: string) => unknown): Promise<KeptToken> {
  const { resource, provider } = await providerOf(adminUrl);
  const [state, verifier] = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
  const loopback = await listenOnLoopback();
  const { redirectUri } = loopback;
  const common = { client_id: CONSOLE.clientId, redirect_uri: redirectUri, resource: resource.resource };
  try {
    const query = new URLSearchParams({
      ...common,
      response_type: 'code',
      scope: resource.scopes_supported.join(' '),
      state: state as string,
      code_challenge: hash('sha256', verifier as string, 'base64url'),
      code_challenge_method: 'S256',
    });
    const answer = loopback.answer(state as string);
    show(`${provider.authorization_endpoint}?${query}`);
    const code = checkAnswer(await answer, provider.issuer);
    const body = new URLSearchParams({
      ...common,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier as string,
    });
    const tokens = await answerOf(provider.token_endpoint, { method: 'POST', body });
    if (!Tokens.Check(tokens)) throw new SignInFailure('the server gave no token; run diptych login again');
    return {
      accessToken: tokens.access_token,
      expiresAt: Date.now() + tokens.expires_in * 1000,
      revocation: provider.revocation_endpoint,
    };
  } finally {
    loopback.close();
  }
}

/** RFC 7009 2.1. False when the server could not be told. */
export async function revoke({ accessToken, revocation }: KeptToken): Promise<boolean> {
  const body = new URLSearchParams({ token: accessToken, client_id: CONSOLE.clientId });
  return reach(revocation, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

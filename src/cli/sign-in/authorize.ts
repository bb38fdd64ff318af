import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CONSOLE } from '../../accounts/client/console.ts';
import { SignInFailure } from '../failures.ts';
import { reach } from '../reach.ts';
import { codeFlow, providerOf } from './code-flow.ts';
import type { KeptToken } from './kept-token.ts';

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

/** Signs an operator in. `show` gets the address to open in the browser. */
export async function signIn(adminUrl: string, show: (address: string) => unknown): Promise<KeptToken> {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = await resourceOf(adminUrl);
  const [address = ''] = issuers;
  const provider = await providerOf(address);
  const { revocation_endpoint: revocation } = provider;
  if (provider.authorization_endpoint === undefined || revocation === undefined)
    throw new SignInFailure(`${address} has no authorization or no revocation endpoint`);
  const { clientId } = CONSOLE;
  const tokens = await codeFlow({
    ...{ provider, clientId, scopes, show, command: 'diptych login' },
    parameters: { resource },
    tokenParameters: { resource },
  });
  return {
    accessToken: tokens.access_token,
    expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
    revocation,
  };
}

/** RFC 7009 2.1. False if the server could not be reached. */
export async function revoke({ accessToken, revocation }: KeptToken): Promise<boolean> {
  const body = new URLSearchParams({ token: accessToken, client_id: CONSOLE.clientId });
  return reach(revocation, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

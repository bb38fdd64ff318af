import { CONSOLE } from '../../accounts/client/console.ts';
import { reach } from '../../client/transport/node.ts';
import { SignInFailure } from '../cli-errors.ts';
import type { KeptToken } from './kept-token.ts';

/**
 * RFC 9728 2. The address of the admin interface may differ from the address of the resource, which
 * oauth4webapi would refuse.
 */
interface Resource {
  readonly resource: string;
  readonly authorization_servers: readonly [string, ...string[]];
  readonly scopes_supported: readonly string[];
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isResource(content: unknown): content is Resource {
  const {
    resource,
    authorization_servers: servers,
    scopes_supported: scopes,
  } = (content ?? {}) as Partial<Record<keyof Resource, unknown>>;
  return typeof resource === 'string' && areTexts(servers) && servers.length > 0 && areTexts(scopes);
}

async function resourceOf(adminUrl: string) {
  const response = await reach(`${adminUrl}/.well-known/oauth-protected-resource`);
  const resource = response.ok ? await response.json() : undefined;
  if (isResource(resource)) return resource;
  throw new SignInFailure('sign-in is off on this server (oauth.embedded); use the admin token');
}

/** Signs an operator in. `show` gets the address to open in the browser. */
export async function signIn(
  adminUrl: string,
  show: (address: string) => unknown,
  command = 'diptych login',
): Promise<KeptToken> {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = await resourceOf(adminUrl);
  const [address] = issuers;
  const { codeFlow, providerOf } = await import('./code-flow.ts');
  const provider = await providerOf(address);
  const { revocation_endpoint: revocation } = provider;
  if (provider.authorization_endpoint === undefined || revocation === undefined)
    throw new SignInFailure(`${address} has no authorization or no revocation endpoint`);
  const { clientId } = CONSOLE;
  const tokens = await codeFlow({
    ...{ provider, clientId, scopes, show, command },
    parameters: { resource },
    tokenParameters: { resource },
  });
  return {
    accessToken: tokens.access_token,
    expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
    revocation,
  };
}

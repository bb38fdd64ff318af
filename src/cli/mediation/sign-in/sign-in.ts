import { COMMAND_LINE } from '../../../accounts/client/console.ts';
import { reach } from '../../../client/transport/node.ts';
import { SignInFailure, UsageError } from '../../cli-errors.ts';
import { emailIn } from '../../sign-in/claims.ts';
import type { SignIn } from '../../sign-in/contexts.ts';
import { type ClientFile, readClientFile } from './client-file.ts';

/** Hosts of the public service, whose users sign in elsewhere and need a client of their own. */
const PUBLIC = /(^|\.)googleapis\.com$/;
const PUBLIC_ISSUER = 'https://accounts.google.com';

export interface SignInOptions {
  readonly clientId?: string;
  readonly clientFile?: string;
  readonly issuer?: string;
  readonly scope?: readonly string[];
}

/** The scopes that the interface names in its discovery document. */
async function scopesAt(baseUrl: string): Promise<readonly string[]> {
  const response = await reach(`${baseUrl}/$discovery/rest?version=v1beta`);
  const document = ((await response.json()) ?? {}) as {
    readonly auth?: { readonly oauth2?: { readonly scopes?: object } };
  };
  const scopes = Object.keys(document.auth?.oauth2?.scopes ?? {});
  if (scopes.length > 0) return scopes;
  throw new SignInFailure(
    `${baseUrl} has no discovery document of a mediation interface; correct --base-url`,
  );
}

/** `monetization` stands for the scope that ends so. @throws UsageError */
function chosen(offered: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
  const endOf = (scope: string) => scope.split(/[/.]/).at(-1) ?? scope;
  return (wanted ?? offered).map((name) => {
    const scope = offered.find((one) => one === name || endOf(one) === name);
    if (scope !== undefined) return scope;
    throw new UsageError(`the server has no scope ${name}; it has ${offered.map(endOf).join(', ')}`);
  });
}

function clientOf(baseUrl: string, { clientId, clientFile, issuer }: SignInOptions) {
  const { origin, hostname } = new URL(baseUrl);
  if (clientId !== undefined && clientFile !== undefined)
    throw new UsageError('--client-id and --client-file name two clients; leave one out');
  const isPublic = PUBLIC.test(hostname);
  if (isPublic && clientId === undefined && clientFile === undefined)
    throw new UsageError('the public service wants a client of your own: name its file with --client-file');
  const file: ClientFile =
    clientFile === undefined ? { clientId: clientId ?? COMMAND_LINE.clientId } : readClientFile(clientFile);
  return { ...file, issuer: issuer ?? file.issuer ?? (isPublic ? PUBLIC_ISSUER : origin) };
}

/** The scopes that tell who signed in. A client at the public service may not be set up for them. */
const identityOf = (supported: readonly string[] = [], issuer: string): readonly string[] =>
  issuer === PUBLIC_ISSUER ? [] : ['openid', 'email'].filter((scope) => supported.includes(scope));

/** Signs in in the browser. `show` gets the address to open. */
export async function signInAt(
  baseUrl: string,
  options: SignInOptions,
  show: (address: string) => unknown,
  command: string,
): Promise<SignIn> {
  const { clientId, clientSecret, issuer } = clientOf(baseUrl, options);
  const wanted = chosen(await scopesAt(baseUrl), options.scope);
  const { codeFlow, providerOf } = await import('../../sign-in/code-flow.ts');
  const provider = await providerOf(issuer);
  const scopes = [...identityOf(provider.scopes_supported, issuer), ...wanted];
  const tokens = await codeFlow({
    ...{ provider, clientId, clientSecret, scopes, show },
    // Asks for a refresh token, also if one was given out before.
    parameters: { access_type: 'offline', prompt: 'consent' },
    command,
  });
  const person = emailIn(tokens.id_token);
  const { token_endpoint: tokenEndpoint = '', revocation_endpoint: revocationEndpoint } = provider;
  return {
    ...(person !== undefined && { person }),
    accessToken: tokens.access_token,
    expiresAt: Date.now() + (tokens.expires_in ?? 3600) * 1000,
    ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
    tokenEndpoint,
    ...(revocationEndpoint !== undefined && { revocationEndpoint }),
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
  };
}

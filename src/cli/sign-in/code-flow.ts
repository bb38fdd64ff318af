import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { Unreachable } from '../../client/errors.ts';
import { reach, type SentRequest } from '../../client/transport/node.ts';
import { SignInFailure } from '../cli-errors.ts';
import { listenOnLoopback } from './loopback.ts';

async function throughReach(address: string, init: object): Promise<Response> {
  const { method, headers, body } = init as SentRequest & {
    readonly headers: Readonly<Record<string, string>>;
  };
  const answer = await reach(address, {
    ...(method !== undefined && { method }),
    headers: Object.fromEntries(new Headers(headers)),
    ...(body != null && { body }),
  });
  const type = answer.headers.get('content-type');
  return new Response(new Uint8Array(await answer.bytes()), {
    status: answer.status,
    headers: type === null ? {} : { 'content-type': type },
  });
}

/** The server decides whether it allows http; outside the sandbox it does so on loopback only. */
const REQUESTS = {
  [customFetch]: throughReach,
  [allowInsecureRequests]: true,
} as const;

/** Errors of the connection say what to do; all others become one error. */
const failed = (message: string) => (cause: unknown) => {
  throw cause instanceof Unreachable ? cause : new SignInFailure(message, { cause });
};

/** The metadata of an authorization server (RFC 8414). @throws SignInFailure, Unreachable */
export async function providerOf(address: string): Promise<AuthorizationServer> {
  const issuer = new URL(address);
  return discoveryRequest(issuer, REQUESTS)
    .then((response) => processDiscoveryResponse(issuer, response))
    .catch(failed(`${address} does not describe itself as the authorization server of this address`));
}

/** Checks `state` and `iss` (RFC 6749 10.12, RFC 9207 2.4). */
function checkAnswer(
  provider: AuthorizationServer,
  client: { readonly client_id: string },
  answer: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return validateAuthResponse(provider, client, answer, state);
  } catch (cause) {
    const why =
      cause instanceof AuthorizationResponseError
        ? (cause.error_description ?? cause.error)
        : 'the answer in the browser comes from another server';
    throw new SignInFailure(`not signed in: ${why}`, { cause });
  }
}

interface CodeFlow {
  readonly provider: AuthorizationServer;
  readonly clientId: string;
  /** Of an installed application it is no secret (RFC 8252 8.5), but some servers ask for it. */
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Further parameters of the token request. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** Gets the address to open in the browser. */
  readonly show: (address: string) => unknown;
  /** The command to repeat. */
  readonly command: string;
}

/** Authorization code flow with PKCE and a redirect to a port of this machine (RFC 8252). */
export async function codeFlow(flow: CodeFlow): Promise<TokenEndpointResponse> {
  const { provider, clientId, clientSecret, scopes, parameters = {}, show, command } = flow;
  const { authorization_endpoint: endpoint } = provider;
  if (endpoint === undefined) throw new SignInFailure(`${provider.issuer} has no authorization endpoint`);
  const [client, state, verifier] = [
    { client_id: clientId },
    generateRandomState(),
    generateRandomCodeVerifier(),
  ];
  const loopback = await listenOnLoopback(command);
  const { redirectUri } = loopback;
  try {
    const authorization = new URL(endpoint);
    authorization.search = String(
      new URLSearchParams({
        ...client,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...parameters,
      }),
    );
    const answer = loopback.answer(state);
    show(authorization.href);
    const granted = checkAnswer(provider, client, await answer, state);
    const { tokenParameters: additionalParameters = {} } = flow;
    const proof = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
    return await authorizationCodeGrantRequest(provider, client, proof, granted, redirectUri, verifier, {
      ...REQUESTS,
      additionalParameters: { ...additionalParameters },
    })
      .then((response) => processAuthorizationCodeResponse(provider, client, response))
      .catch(failed(`the server issued no token; run ${command} again`));
  } finally {
    loopback.close();
  }
}

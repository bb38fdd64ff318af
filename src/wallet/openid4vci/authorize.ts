import { DistrustError, OfferError } from '../errors.ts';
import { base64url, sha256 } from './jwt.ts';
import { accepted, textIn } from './refusal.ts';
import type { VciRequests } from './requests.ts';
import type { VciAnswer } from './transport.ts';

interface Asked {
  readonly issuerState: string | undefined;
  readonly redirectUri: string | undefined;
  readonly visit: (address: string) => Promise<string>;
}

/** The code in the address to which the browser was sent back (RFC 6749 4.1.2, RFC 9207). @throws DistrustError, OfferError */
function codeIn(address: string, issuer: string, state: string): string {
  const parameters = URL.parse(address)?.searchParams;
  if (parameters?.get('state') !== state || parameters.get('iss') !== issuer)
    throw new DistrustError(
      'token',
      'the answer of the authorization endpoint is for another request, or of another server',
    );
  const code = parameters.get('code');
  if (code !== null) return code;
  throw new OfferError('refused', `the issuer refused the authorization with ${parameters.get('error')}`);
}

/** Pushes an authorization request, has it answered in a browser, and redeems the code (OpenID4VCI 1.0, 5; FAPI 2.0). */
export async function authorize(
  requests: VciRequests,
  { issuerState, redirectUri, visit }: Asked,
): Promise<VciAnswer> {
  const { issuer, random, pushedRequest, token } = requests;
  const { authorizationEndpoint, pushedRequestEndpoint, issuer: server } = issuer.server;
  const { clientId } = requests.state();
  if (authorizationEndpoint === undefined || pushedRequestEndpoint === undefined)
    throw new OfferError('noGrant', 'the issuer has no endpoint for pushed authorization requests');
  if (clientId === undefined || redirectUri === undefined)
    throw new OfferError(
      'noGrant',
      'the offer needs a client id and a redirect address that the issuer knows',
    );
  const [verifier, state] = [base64url(random(new Uint8Array(32))), base64url(random(new Uint8Array(16)))];
  const answer = await pushedRequest({
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
    state,
    issuer_state: issuerState,
  });
  const address = new URL(authorizationEndpoint);
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('request_uri', textIn(accepted(answer), 'request_uri'));
  const code = codeIn(await visit(address.href), server, state);
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  return token(grant);
}

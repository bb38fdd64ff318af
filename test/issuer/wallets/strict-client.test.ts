import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { browser } from '../../support/browser.ts';
import { useHolderPage } from '../../support/holder-page.ts';
import { GRANT, newKey, vciWallet } from '../../support/openid4vci.ts';
import { MDL, newHolder } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { walletHeaders, walletProvider } from '../../support/wallet-provider.ts';

const CALLBACK = 'https://wallet.example/callback';
const provider = await walletProvider();
const trust = join(temporaryFolder('wallet-provider'), 'trust.pem');
writeFileSync(trust, provider.pem);

// The client compares its own clock with that of the server.
const { world } = useHolderPage(
  {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.profile': 'haip',
    'issuer.wallets.clients': [{ id: 'wallet-1', name: 'Wallet', redirectUris: [CALLBACK] }],
    'issuer.wallets.anonymous': false,
    'issuer.wallets.walletAttestation': 'required',
    'issuer.wallets.walletTrust': trust,
    'issuer.wallets.keyAttestation': 'optional',
    'issuer.wallets.keyTrust': trust,
  },
  Date.now(),
);

const client: oauth.Client = { client_id: 'wallet-1' };
const http = { [oauth.allowInsecureRequests]: true };

/** A client of FAPI 2.0 that authenticates itself by its attestation. */
async function strictClient() {
  const wallet = vciWallet(world());
  const key = newKey();
  const authenticate: oauth.ClientAuth = (_server, { client_id: clientId }, body, headers) => {
    body.set('client_id', clientId);
    for (const [name, value] of Object.entries(walletHeaders(provider, wallet, { key })))
      headers.set(name, value);
  };
  const issuer = new URL(wallet.issuer);
  const found = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
  return { wallet, server, authenticate, DPoP };
}

/** The answer of the authorization endpoint to a holder who has the code of an offer. */
async function authorized() {
  const one = await strictClient();
  const { server, authenticate, DPoP } = one;
  const { code = '' } = await world().admin('issueCode', { holderId: await newHolder(world()) });
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const parameters = {
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: MDL,
    issuer_state: code,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  const answer = await oauth.pushedAuthorizationRequest(server, client, authenticate, parameters, {
    ...http,
    DPoP,
  });
  const { request_uri: requestUri } = await oauth.processPushedAuthorizationResponse(server, client, answer);
  const address = new URL(server.authorization_endpoint ?? '');
  address.search = new URLSearchParams({ client_id: 'wallet-1', request_uri: requestUri }).toString();
  const visitor = browser(world().url);
  const { url } = await visitor.submit(await visitor.open(address.href), '/add/wallet', {
    decision: 'allow',
  });
  return { ...one, url, verifier, state };
}

type Authorized = Awaited<ReturnType<typeof authorized>>;

const redeem = (
  { server, authenticate, DPoP, url, state, ...own }: Authorized,
  { verifier = own.verifier, dpop = DPoP }: { verifier?: string; dpop?: oauth.DPoPHandle } = {},
) => {
  const parameters = oauth.validateAuthResponse(server, client, url, state);
  const options = { ...http, DPoP: dpop };
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticate,
    parameters,
    CALLBACK,
    verifier,
    options,
  );
};

const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error?: string }).error,
];

describe('oauth4webapi as a strict client of the profile haip', () => {
  it('gets a token by a pushed request, PKCE, iss and DPoP, and refreshes it', async () => {
    const one = await authorized();
    const { server, authenticate, DPoP } = one;
    const token = await oauth.processAuthorizationCodeResponse(server, client, await redeem(one));
    expect(token).toMatchObject({ token_type: 'dpop', scope: MDL });
    const answer = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authenticate,
      token.refresh_token ?? '',
      {
        ...http,
        DPoP,
      },
    );
    expect(await oauth.processRefreshTokenResponse(server, client, answer)).toMatchObject({
      token_type: 'dpop',
    });
  });

  it('is refused with a wrong verifier', async () => {
    const answer = await redeem(await authorized(), { verifier: oauth.generateRandomCodeVerifier() });
    expect(await errorOf(answer)).toEqual([400, 'invalid_grant']);
  });

  it('is refused with a code that was used', async () => {
    const one = await authorized();
    expect((await redeem(one)).status).toBe(200);
    expect(await errorOf(await redeem(one))).toEqual([400, 'invalid_grant']);
  });

  it('is refused with another DPoP key', async () => {
    const dpop = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    expect(await errorOf(await redeem(await authorized(), { dpop }))).toEqual([400, 'invalid_grant']);
  });

  it('gets a page, and no code, without a pushed request', async () => {
    const { server } = await strictClient();
    const address = new URL(server.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      ...{ client_id: 'wallet-1', response_type: 'code', redirect_uri: CALLBACK, scope: MDL },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    }).toString();
    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('would notice an answer without iss', async () => {
    const { server, url, state } = await authorized();
    url.searchParams.delete('iss');
    expect(() => oauth.validateAuthResponse(server, client, url, state)).toThrow('iss');
  });
});

describe('issuer.wallets.profile: haip', () => {
  it('offers the authorization code alone, and refuses pre-authorized codes and transaction codes', async () => {
    const { wallet, server, authenticate } = await strictClient();
    expect(server.grant_types_supported).toEqual(['authorization_code', 'refresh_token']);
    const holderId = await newHolder(world());
    const issued = await world().admin('issueCode', { holderId });
    const offer = JSON.parse(new URL(issued.offer ?? '').searchParams.get('credential_offer') ?? '');
    expect(Object.keys(offer.grants)).toEqual(['authorization_code']);
    const [body, headers] = [new URLSearchParams(), new Headers()];
    await authenticate(server, client, body, headers);
    const asked = { grant_type: GRANT, 'pre-authorized_code': issued.code ?? '' };
    const answer = await wallet.token(asked, Object.fromEntries(headers));
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_grant_type']);
    await expect(world().admin('issueCode', { holderId, txCode: true })).rejects.toThrow('transaction code');
  });
});

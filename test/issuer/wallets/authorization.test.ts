import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browser, type Page } from '../../support/browser.ts';
import { useHolderPage } from '../../support/holder-page.ts';
import { newKey, outcome, vciWallet } from '../../support/openid4vci.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';

const CALLBACK = 'https://wallet.example/callback';
const LONG_CALLBACK = `${CALLBACK}/${'x'.repeat(900)}`;
const VERIFIER = 'v'.repeat(64);
const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
const wallets = {
  'issuer.wallets.documentTypes': [MDL],
  'issuer.wallets.clients': [
    { id: 'wallet-1', name: 'Wallet One', redirectUris: [CALLBACK] },
    { id: 'wallet-2', name: 'Wallet Two' },
    { id: 'wallet-3', name: 'Wallet Three', redirectUris: [LONG_CALLBACK] },
  ],
};
const { world, provider } = useHolderPage(wallets);
const limited = useHolderPage({ ...wallets, 'limits.walletsPerAddress': 1 });

function push(wallet: ReturnType<typeof vciWallet>, changes: Record<string, string | undefined> = {}) {
  const all = {
    client_id: 'wallet-1',
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: `openid ${MDL}`,
    state: 'state-1',
    ...changes,
  };
  const given = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined);
  return wallet.send('/par', new URLSearchParams(given).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    dpop: wallet.dpop('/par'),
  });
}

const authorizeAt = (requestUri: string, clientId = 'wallet-1') =>
  `/vci/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri })}`;

/** The question, in a browser that signs in where it must. */
async function asked(wallet: ReturnType<typeof vciWallet>, changes: Record<string, string | undefined> = {}) {
  const { body } = await push(wallet, changes);
  const [own, theirs] = [browser(world().url), browser(provider().issuer)];
  let page = await own.open(authorizeAt(body.request_uri));
  if (page.url.origin === provider().issuer) {
    const back = await theirs.open(page.url.href);
    page = await own.open(back.url.href);
  }
  return { own, page, requestUri: body.request_uri as string };
}

const answered = async ({ own, page }: { own: ReturnType<typeof browser>; page: Page }, decision: string) =>
  (await own.submit(page, '/add/wallet', { decision })).url;

const redeem = (wallet: ReturnType<typeof vciWallet>, address: URL, changes: Record<string, string> = {}) =>
  wallet.token({
    grant_type: 'authorization_code',
    code: address.searchParams.get('code') ?? '',
    code_verifier: VERIFIER,
    client_id: 'wallet-1',
    redirect_uri: CALLBACK,
    ...changes,
  });

describe('The authorization code', () => {
  it('is given for the code of an offer, without sign-in, and leads to a credential', async () => {
    const wallet = vciWallet(world());
    const holderId = await newHolder(world());
    const issuerState = await codeFor(world(), holderId);
    const question = await asked(wallet, { issuer_state: issuerState, scope: MDL });
    expect(question.page.text).toContain('Add your document to Wallet One ?');
    expect((await world().admin('listCodes', { holderId })).codes).toMatchObject([{ state: 'open' }]);
    const address = await answered(question, 'allow');
    expect(address.href).toContain(`${CALLBACK}?code=`);
    expect(address.searchParams.get('iss')).toBe(wallet.issuer);
    expect(address.searchParams.get('state')).toBe('state-1');
    const token = await redeem(wallet, address);
    const nonce = await wallet.nonce();
    const proofs = { jwt: [wallet.proof(newKey(), nonce, { claims: { iss: 'wallet-1' } })] };
    const body = { credential_configuration_id: MDL, proofs };
    expect((await wallet.resource('/credential', token.body.access_token, body)).status).toBe(200);
    expect(world().log.join('')).not.toContain(issuerState);
  });

  it('is given to a holder who signs in', async () => {
    const holderId = await newHolder(world());
    provider().person = { sub: 'one', claims: { licence_number: holderId } };
    const wallet = vciWallet(world());
    const address = await answered(await asked(wallet), 'allow');
    expect((await redeem(wallet, address)).status).toBe(200);
    const { credentials } = await world().admin('listCredentials', { holderId });
    expect(credentials).toMatchObject([{ channel: 'openid4vci' }]);
  });

  it.each([
    ['the person says no', (): Promise<string> => newHolder(world()), 'deny'],
    ['nobody has this id', async (): Promise<string> => 'nobody', 'allow'],
  ] as const)('is not given if %s', async (_what, holderOf, decision) => {
    const holderId: string = await holderOf();
    provider().person = { sub: 'two', claims: { licence_number: holderId } };
    const address = await answered(await asked(vciWallet(world())), decision);
    expect([address.searchParams.get('error'), address.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ]);
  });

  it('is not given for the code of somebody else than who is signed in', async () => {
    const [mine, theirs] = [await newHolder(world()), await newHolder(world())];
    provider().person = { sub: 'three', claims: { licence_number: mine } };
    const { own } = await asked(vciWallet(world()));
    const wallet = vciWallet(world());
    const { body } = await push(wallet, { issuer_state: await codeFor(world(), theirs) });
    const page = await own.open(authorizeAt(body.request_uri));
    expect((await answered({ own, page }, 'allow')).searchParams.get('error')).toBe('access_denied');
    expect((await world().admin('listCredentials', { holderId: theirs })).credentials).toEqual([]);
  });

  it('is redeemed once, with its verifier, by its client, for its address and its key', async () => {
    const wallet = vciWallet(world());
    const question = await asked(wallet, { issuer_state: await codeFor(world(), await newHolder(world())) });
    const address = await answered(question, 'allow');
    const refusals = [
      await redeem(wallet, address, { code_verifier: 'w'.repeat(64) }),
      await redeem(wallet, address, { client_id: 'wallet-2' }),
      await redeem(wallet, address, { redirect_uri: `${CALLBACK}/` }),
      await redeem(wallet, address, { code: 'x'.repeat(80) }),
      await redeem(vciWallet(world()), address),
    ];
    for (const refusal of refusals) expect(outcome(refusal)).toEqual([400, 'invalid_grant']);
    expect(outcome(await redeem(wallet, address, { code_verifier: '' }))).toEqual([400, 'invalid_request']);
    const [one, two] = await Promise.all([redeem(wallet, address), redeem(wallet, address)]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    const code = address.searchParams.get('code') ?? '';
    for (const spelled of [`${code}A`, `${code}=`, `${code}.`])
      expect(outcome(await redeem(wallet, address, { code: spelled }))).toEqual([400, 'invalid_grant']);
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(question.page.html) ?? [];
    const fields = { request: `${request}A`, decision: 'allow' };
    expect((await question.own.submit(question.page, '/add/wallet', fields)).status).toBe(400);
    const again = await question.own.submit(question.page, '/add/wallet', { decision: 'allow' });
    expect([again.status, again.text.includes('This request has ended')]).toEqual([400, true]);
  });
});

describe('POST /vci/par refuses', () => {
  it.each([
    ['an unknown wallet', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['another address', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
    ['a wallet without addresses', { client_id: 'wallet-2' }, 400, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 400, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['no scope', { scope: undefined }, 400, 'invalid_scope'],
    ['unknown scopes', { scope: 'openid profile' }, 400, 'invalid_scope'],
    ['a request_uri', { request_uri: 'urn:x' }, 400, 'invalid_request'],
    ['the thumbprint of another key', { dpop_jkt: 'A'.repeat(43) }, 400, 'invalid_request'],
    ['a long state', { state: 'x'.repeat(600) }, 400, 'invalid_request'],
    ['a long issuer_state', { issuer_state: 'x'.repeat(600) }, 400, 'invalid_request'],
  ] as const)('%s', async (_what, changes, status, error) => {
    expect(outcome(await push(vciWallet(world()), changes))).toEqual([status, error]);
  });
});

it('POST /vci/par refuses a request that could not wait for the sign-in of a holder', async () => {
  const long = { client_id: 'wallet-3', redirect_uri: LONG_CALLBACK, state: 's'.repeat(500) };
  expect(outcome(await push(vciWallet(world()), long))).toEqual([400, 'invalid_request']);
  const issuer_state = await codeFor(world(), await newHolder(world()));
  expect((await push(vciWallet(world()), { ...long, issuer_state })).status).toBe(201);
});

describe('GET /vci/authorize refuses, without a redirect,', () => {
  it('parameters that were not pushed, and requests of another wallet or that have ended', async () => {
    const { body } = await push(vciWallet(world()));
    const plain = new URLSearchParams({
      client_id: 'wallet-1',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: MDL,
    });
    for (const path of [
      `/vci/authorize?${plain}`,
      authorizeAt('urn:x'),
      authorizeAt(body.request_uri, 'wallet-2'),
      '/add/wallet?request=x',
      '/add/wallet',
    ])
      expect((await fetch(`${world().url}${path}`, { redirect: 'manual' })).status).toBe(400);
    world().advance(600_000);
    const late = await fetch(`${world().url}${authorizeAt(body.request_uri)}`, { redirect: 'manual' });
    expect(late.status).toBe(400);
  });

  it('a form of another site', async () => {
    const { page } = await asked(vciWallet(world()), {
      issuer_state: await codeFor(world(), await newHolder(world())),
    });
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(page.html) ?? [];
    const answer = await fetch(`${world().url}/add/wallet`, {
      method: 'POST',
      body: new URLSearchParams({ request, decision: 'allow' }),
      headers: { 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    });
    expect(answer.status).toBe(400);
  });
});

describe('A refusal that a person sees', () => {
  it('is a page after too many requests, and JSON for a wallet', async () => {
    const { url } = limited.world();
    const first = await fetch(`${url}/vci/authorize`);
    expect([first.status, await first.text()]).toEqual([
      400,
      expect.stringContaining('This request has ended'),
    ]);
    for (const [method, path] of [
      ['GET', '/vci/authorize'],
      ['GET', '/add/wallet'],
      ['POST', '/add/wallet'],
    ] as const) {
      const answer = await fetch(`${url}${path}`, { method });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('This is not possible at present');
    }
    const nonce = await fetch(`${url}/vci/nonce`, { method: 'POST' });
    expect([nonce.status, await nonce.json()]).toMatchObject([429, { error: 'temporarily_unavailable' }]);
    expect(Number(nonce.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['with a field twice', 'request=a&request=b'],
    ['that is too long', 'x'.repeat(20_000)],
  ])('is a page for a form %s, which no page of this server sends', async (_what, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${world().url}/add/wallet`, { method: 'POST', body, headers });
    expect([answer.status < 500, await answer.text()]).toEqual([
      true,
      expect.stringContaining('This request has ended'),
    ]);
  });
});

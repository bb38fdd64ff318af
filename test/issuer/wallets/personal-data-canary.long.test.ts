import { beforeAll, describe, expect, it } from 'vitest';
import { browser } from '../../support/browser.ts';
import { writings } from '../../support/canaries.ts';
import { diptych, to } from '../../support/cli.ts';
import { dump } from '../../support/database.ts';
import { type Answered, credentialRequest, newKey, vciWallet } from '../../support/openid4vci.ts';
import { jpeg } from '../../support/portrait.ts';
import { MDL, mdl } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';
import { type Collector, startCollector } from '../../watching/support/collector.ts';

/** Personal data that occur nowhere else, so that they can be searched for. */
const PERSON = {
  family_name: 'Kanarienvogel-Quittengelb',
  given_name: 'Zwitscheria Ünverwechselbar',
  birth_date: '1931-11-23',
  document_number: 'KNRNVGL-77231',
  portrait: Buffer.concat([jpeg(), Buffer.from('a portrait like no other one: <>?/+~')]).toString('base64'),
};
const CALLBACK = 'https://wallet.example/callback';
const VERIFIER = 'verifier-of-the-canary-'.repeat(2);

/** Texts that must stay between the wallet and the server, each in all its forms. */
const secrets = new Map<string, readonly string[]>();
const keep = (name: string, value: string, encoding: BufferEncoding = 'utf8') =>
  secrets.set(name, [...new Set(writings(Buffer.from(value, encoding)))]);
for (const [name, value] of Object.entries(PERSON))
  keep(name, value, name === 'portrait' ? 'base64' : 'utf8');
keep('verifier', VERIFIER);

const found = (text: string, except: readonly string[] = []) =>
  [...secrets].flatMap(([name, forms]) =>
    !except.includes(name) && forms.some((form) => text.includes(form)) ? [name] : [],
  );

let world: World;
let collector: Collector;
let metrics: string;
/** Answers that refuse, pages, and addresses to which browsers are sent. */
const refusals: Answered[] = [];
const pages: string[] = [];
const addresses: string[] = [];

let holders = 0;
async function newCode(more: { readonly txCode?: boolean } = {}) {
  holders += 1;
  const id = `holder-${holders}`;
  await world.admin('importHolders', {
    holders: [{ id, elements: mdl({ ...PERSON, height: holders }) as never }],
  });
  const issued = await world.admin('issueCode', { holderId: id, ...more });
  keep(`code ${holders}`, issued.code);
  return issued;
}

/** A holder's code by the pre-authorized grant, with what can go wrong on the way. */
async function byPreAuthorizedCode() {
  const wallet = vciWallet(world);
  const { code, txCode = '' } = await newCode({ txCode: true });
  const wrong = txCode === '424242' ? '242424' : '424242';
  refusals.push(
    await wallet.redeem(code),
    await wallet.redeem(code, { tx_code: wrong }),
    await wallet.token({ grant_type: 'password', username: PERSON.family_name, password: code }),
    await wallet.redeem(PERSON.document_number),
    await wallet.redeem(code, { tx_code: PERSON.document_number, client_id: PERSON.family_name }),
    await wallet.send('/token', JSON.stringify({ code, name: PERSON.family_name }), {
      'content-type': 'text/plain',
    }),
  );
  const { body } = await wallet.redeem(code, { tx_code: txCode });
  const { access_token: token, refresh_token: refresh } = body as Record<string, string>;
  keep('access token', token as string);
  keep('refresh token', refresh as string);
  refusals.push(await wallet.redeem(code, { tx_code: txCode }));
  const nonce = await wallet.nonce();
  keep('nonce', nonce);
  const request = credentialRequest({ wallet, nonce }, newKey(), newKey());
  const send = (path: string, sent: unknown) => wallet.resource(path, token as string, sent);
  refusals.push(
    await send('/credential', { ...request, credential_configuration_id: PERSON.family_name }),
    await send('/credential', { ...request, proofs: { jwt: [code, token] } }),
    await send('/credential', `{"${PERSON.family_name}`),
    await send(`/credential?access_token=${token}`, request),
    await send('/notification', { notification_id: PERSON.document_number, event: code }),
    await wallet.resource('/credential', `${token}x`, request),
    await wallet.token({ grant_type: 'refresh_token', refresh_token: `${refresh}${PERSON.document_number}` }),
  );
  const issued = await send('/credential', request);
  expect(issued.status).toBe(200);
  keep('notification', issued.body.notification_id);
  keep('credential', issued.body.credentials[0].credential.slice(200, 400));
  await send('/notification', { notification_id: issued.body.notification_id, event: 'credential_accepted' });
  await wallet.token({ grant_type: 'refresh_token', refresh_token: refresh as string });
}

/** A holder's code by the authorization endpoint, in a browser. */
async function byAuthorizationCode(decision: string) {
  const wallet = vciWallet(world);
  const { code } = await newCode();
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(VERIFIER))).toString(
    'base64url',
  );
  const parameters = {
    ...{ client_id: 'wallet-1', response_type: 'code', redirect_uri: CALLBACK, scope: MDL },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', issuer_state: code, state: 'state-1' },
  };
  const push = (changes: object) =>
    wallet.send('/par', new URLSearchParams({ ...parameters, ...changes }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  refusals.push(
    await push({ client_id: PERSON.family_name }),
    await push({ scope: PERSON.document_number }),
    await push({ redirect_uri: `https://evil.example/?${PERSON.document_number}` }),
  );
  const { body } = await push({});
  const visitor = browser(world.url);
  const asked = new URLSearchParams({ client_id: 'wallet-1', request_uri: body.request_uri });
  const question = await visitor.open(`/vci/authorize?${asked}`);
  const answer = await visitor.submit(question, '/add/wallet', { decision });
  pages.push(question.html);
  addresses.push(body.request_uri, question.url.href, answer.url.href);
  const granted = answer.url.searchParams.get('code');
  if (granted === null) return;
  keep('authorization code', granted);
  const grant = { grant_type: 'authorization_code', client_id: 'wallet-1', redirect_uri: CALLBACK };
  refusals.push(await wallet.token({ ...grant, code: granted, code_verifier: 'x'.repeat(43) }));
  const token = await wallet.token({ ...grant, code: granted, code_verifier: VERIFIER });
  expect(token.status).toBe(200);
  keep('second access token', token.body.access_token);
}

beforeAll(async () => {
  collector = await startCollector();
  world = await startWorld({
    settings: {
      'telemetry.otlp': collector.url,
      'issuer.wallets.documentTypes': [MDL],
      'issuer.wallets.clients': [{ id: 'wallet-1', name: 'Wallet', redirectUris: [CALLBACK] }],
    },
  });
  await byPreAuthorizedCode();
  await byAuthorizationCode('allow');
  await byAuthorizationCode('deny');
  metrics = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
  await world.server.context.requests.settled();
  return async () => {
    await world.close();
    await collector.close();
  };
}, HOOK_TIMEOUT);

describe('Codes, tokens and personal data of a wallet by OpenID4VCI', () => {
  it('are not repeated by refusals, which quote nothing', () => {
    expect(refusals.length).toBeGreaterThan(15);
    for (const { status, body } of refusals) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(found(JSON.stringify(body))).toEqual([]);
      expect(body.error_description).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it('are in no address, but for the authorization code in the answer to the wallet', () => {
    expect(addresses.length).toBe(6);
    for (const address of addresses) expect(found(address, ['authorization code']), address).toEqual([]);
    for (const page of pages) expect(found(page)).toEqual([]);
  });

  it('are in no line of the log', () => {
    expect(world.log.length).toBeGreaterThan(5);
    for (const line of world.log) expect(found(line), line).toEqual([]);
  });

  it('are in no metric', () => {
    expect(metrics).toContain('diptych_');
    expect(found(metrics)).toEqual([]);
  });

  it('are in no row of the database', () => {
    for (const row of dump(world)) expect(found(row), row.slice(0, 300)).toEqual([]);
  });

  it('are in no output of a command', async () => {
    for (const list of ['holders', 'proofings', 'credentials', 'codes', 'devices']) {
      const { exit, out } = await diptych(list, 'list', '--json', ...to(world));
      expect([exit, found(out)], list).toEqual([0, []]);
    }
    const { exit, out } = await diptych('events', 'list', '--limit', '1000', '--json', ...to(world));
    expect([exit, found(out)]).toEqual([0, []]);
  });

  it('are in no trace', async () => {
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('POST /vci/credential');
    expect(found(collector.text())).toEqual([]);
  });
});

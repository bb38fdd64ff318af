import { describe, expect, it } from 'vitest';
import { type ConsolePage, consolePage, reasonOf } from '../console/support/console-http.ts';
import { browser, type Page } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import {
  exchangeOf,
  PASSWORD,
  refresh,
  type TestClient,
  type Tokens,
  useOAuthWorld,
} from '../support/oauth-world.ts';
import { softAuthenticator } from '../support/soft-authenticator.ts';
import { WITH_CONSOLES } from '../support/world.ts';

/** Eve knows Ada's password, and Ada registers a passkey. What the password alone began, or does, ends with that. */
const port = await freePort();
const ORIGIN = `http://localhost:${port}`;
const world = useOAuthWorld({ ...WITH_CONSOLES, port, 'oauth.issuerUrl': ORIGIN });
const NEXT = 'another password that is long';

const addressOf = (client: TestClient) =>
  world().authorization(client, { access_type: 'offline' }).replace(world().url, ORIGIN);

/** Signs in by the password alone, at an application of Eve. */
async function byPassword(email: string) {
  const [client, eve] = [await world().client(), browser(ORIGIN)];
  const signIn = await eve.open(addressOf(client));
  const consent = await eve.submit(signIn, '/sign-in', { email, password: PASSWORD });
  const { url } = await eve.submit(consent, '/consent', { decision: 'allow' });
  const { body } = await world().token(exchangeOf(client, url));
  return { client, eve, tokens: body as Tokens };
}

async function consoleOf(email: string): Promise<ConsolePage> {
  const page = consolePage(ORIGIN);
  const answer = await page.post('/session:signIn', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return page;
}

/** Ada registers her first passkey in the console. */
async function registered(email: string) {
  const [page, key] = [await consoleOf(email), softAuthenticator()];
  const { publicKey } = (await page.post('/passkeys:challenge')).body;
  const passkey = key.create(publicKey, { origin: ORIGIN });
  expect((await page.post('/passkeys', { name: 'Key', passkey })).status).toBe(200);
  return { page, key };
}

/** What a page gives to the authenticator. */
const optionsIn = ({ html }: Page) =>
  JSON.parse(/data-options="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '');

const verify = (token: string) => world().server.context.accounts.bearer.verify(`Bearer ${token}`);
const asksForPassword = ({ html }: Page) => html.includes('type="password"');

describe('What a password alone began, after the first passkey', () => {
  it('a session of the authorization server gets no code, and refresh and access tokens end', async () => {
    const email = await world().newPerson();
    const { client, eve, tokens } = await byPassword(email);
    expect(asksForPassword(await eve.open(addressOf(client)))).toBe(false);
    await registered(email);
    expect(asksForPassword(await eve.open(addressOf(client)))).toBe(true);
    expect((await refresh(world(), client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    await expect(verify(tokens.access_token)).rejects.toThrow();
  });

  it('a sign-in that the passkey overtakes gets no code', async () => {
    const email = await world().newPerson();
    const [client, eve] = [await world().client(), browser(ORIGIN)];
    const signIn = await eve.open(addressOf(client));
    const consent = await eve.submit(signIn, '/sign-in', { email, password: PASSWORD });
    await registered(email);
    const { url, html } = await eve.submit(consent, '/consent', { decision: 'allow' });
    expect([url.searchParams.get('code'), html]).toEqual([null, expect.stringContaining('<')]);
  });
});

describe('What a password alone did, if the settings ask for passkeys now', () => {
  it('sessions and tokens from before give nothing until the user has registered one', async () => {
    const email = await world().newPerson();
    const { client, eve, tokens } = await byPassword(email);
    const page = await consoleOf(email);
    const { policy } = world().server.context.accounts.server.passkeys;
    Object.assign(policy, { isRequired: true });
    try {
      expect(asksForPassword(await eve.open(addressOf(client)))).toBe(true);
      expect((await refresh(world(), client, tokens.refresh_token)).body.error).toBe('invalid_grant');
      await expect(verify(tokens.access_token)).rejects.toThrow();
      const answers = [await page.get('/sessions'), await page.post('/sessions:endOthers')];
      expect(answers.map(reasonOf)).toEqual(Array(2).fill('PASSKEY_REGISTRATION_NEEDED'));
    } finally {
      Object.assign(policy, { isRequired: false });
    }
  });
});

describe('A password that was changed', () => {
  it('registers no passkey, although it was right when the sign-in page asked for one', async () => {
    const email = await world().newPerson();
    const { server } = world().server.context.accounts;
    Object.assign(server.passkeys.policy, { isRequired: true });
    try {
      const eve = browser(ORIGIN);
      const signIn = await eve.open(addressOf(await world().client()));
      const asked = await eve.submit(signIn, '/sign-in', { email, password: PASSWORD });
      expect(asked.text).toContain('Register a passkey');
      const credentials = { email, password: PASSWORD, address: '127.0.0.1' };
      expect((await server.changePassword(credentials, NEXT)).outcome).toBe('signedIn');
      const passkey = softAuthenticator().create(optionsIn(asked), { origin: ORIGIN });
      const answer = JSON.stringify(passkey);
      const page = await eve.submit(asked, '/register-passkey', { name: 'Key', answer });
      expect([page.status, page.text]).toEqual([400, expect.stringContaining('Sign in again')]);
      expect(await world().admin('listUserPasskeys', { user: email })).toEqual({ passkeys: [] });
    } finally {
      Object.assign(server.passkeys.policy, { isRequired: false });
    }
  });
});

describe('The password of somebody who has a passkey', () => {
  it('is changed in the console with the passkey, not by the old password alone', async () => {
    const email = await world().newPerson();
    const { page: ada, key } = await registered(email);
    const eve = consolePage(ORIGIN);
    const change = { email, password: PASSWORD, newPassword: NEXT };
    const asked = await eve.post('/session:changePassword', change);
    expect([asked.status, Object.keys(asked.body)]).toEqual([200, ['publicKey']]);
    expect((await ada.get('/session')).status).toBe(200);
    const foreign = softAuthenticator().get(asked.body.publicKey, { origin: ORIGIN });
    expect((await eve.post('/session:changePassword', { ...change, passkey: foreign })).status).not.toBe(200);
    expect((await ada.get('/session')).status).toBe(200);

    const own = consolePage(ORIGIN);
    const { publicKey } = (await own.post('/session:changePassword', change)).body;
    const passkey = key.get(publicKey, { origin: ORIGIN });
    const done = await own.post('/session:changePassword', { ...change, passkey });
    expect([done.status, done.body.person.email]).toEqual([200, email]);
    expect((await ada.get('/session')).status).toBe(401);
  });

  it('is changed on the page of the authorization server with the passkey, not without', async () => {
    const email = await world().newPerson();
    const { page: ada, key } = await registered(email);
    const visitor = browser(ORIGIN);
    const typed = { email, password: PASSWORD, 'new-password': NEXT, repeat: NEXT };
    const asked = await visitor.submit(await visitor.open('/oauth/password'), '/oauth/password', typed);
    expect(asked.text).toContain('Use your passkey');
    expect((await ada.get('/session')).status).toBe(200);
    const empty = await visitor.submit(asked, '/oauth/password', { answer: '{}' });
    expect(empty.text).not.toContain('password is changed');

    const answer = JSON.stringify(key.get(optionsIn(asked), { origin: ORIGIN }));
    const done = await visitor.submit(asked, '/oauth/password', { answer });
    expect(done.text).toContain('password is changed');
    expect((await ada.get('/session')).status).toBe(401);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Browser, Page } from '../support/browser.ts';
import { ACME, exchangeOf, PASSWORD, useOAuthWorld } from '../support/oauth-world.ts';
import { newOperator } from '../support/operator.ts';
import { GIVEN_PASSWORD } from '../support/own-password.ts';
import { adminRefusal } from '../support/refusal.ts';

const world = useOAuthWorld({ 'oauth.attemptsPerUser': 3 });
const OWN = 'a password of my own';
const NEW = 'new@example.com';

beforeEach(async () => {
  await world().admin('createUser', { email: NEW, password: GIVEN_PASSWORD, publishers: [ACME] });
});
afterEach(async () => {
  await world().admin('deleteUser', { user: NEW });
  await world().server.context.database.write((db) => db.deleteFrom('sign_in_attempt').execute());
});

const form = async (visitor: Browser) => visitor.open(world().authorization(await world().client()));
const signIn = (visitor: Browser, page: Page, password: string) =>
  visitor.submit(page, '/sign-in', { email: NEW, password });
const choose = (visitor: Browser, page: Page, password: string, chosen: string, repeat = chosen) =>
  visitor.submit(page, '/password', { email: NEW, password, 'new-password': chosen, repeat });
const grants = async () => {
  const { reader } = world().server.context.database;
  return (await reader.selectFrom('oauth_consent').selectAll().execute()).length;
};

describe('A password that an administrator set', () => {
  it('a password that an administrator set must be changed at the first sign-in, which then continues with consent and tokens', async () => {
    const visitor = world().browser();
    const client = await world().client();
    const asked = await signIn(visitor, await visitor.open(world().authorization(client)), GIVEN_PASSWORD);
    expect(asked.text).toContain('An administrator set your password and may know it.');
    expect(asked.html).not.toMatch(/<script/i);
    const consent = await choose(visitor, asked, GIVEN_PASSWORD, OWN);
    expect(consent.text).toContain('Allow access');
    const back = await visitor.submit(consent, '/consent', { decision: 'allow' });
    expect((await world().token(exchangeOf(client, back.url))).status).toBe(200);
    expect(await world().admin('getUser', { user: NEW })).toMatchObject({ mustChangePassword: false });
    const again = world().browser();
    expect((await signIn(again, await form(again), GIVEN_PASSWORD)).status).toBe(400);
    expect((await signIn(again, await form(again), OWN)).text).toContain('Allow access');
  });

  it.each([
    ['too short', 'short', 'short', 'needs 12 characters'],
    ['too long', 'x'.repeat(1025), 'x'.repeat(1025), 'more than 1024'],
    ['the current password', GIVEN_PASSWORD, GIVEN_PASSWORD, 'is the old one'],
    [
      'the current password with a full-width letter',
      `\uff53${GIVEN_PASSWORD.slice(1)}`,
      undefined,
      'is the old one',
    ],
    ['typed differently the second time', OWN, `${OWN}!`, 'are not the same'],
  ])('a new password is refused if it is %s, and no attempt is counted', async (_, chosen, repeat, words) => {
    const visitor = world().browser();
    let page = await signIn(visitor, await form(visitor), GIVEN_PASSWORD);
    for (let count = 0; count < 4; count += 1) {
      page = await choose(visitor, page, GIVEN_PASSWORD, chosen, repeat ?? chosen);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining(words)]);
    }
    expect(page.html).not.toContain(chosen);
    expect(await world().admin('getUser', { user: NEW })).toMatchObject({ mustChangePassword: true });
  });

  it('if an administrator sets a password again, all sessions end, and the user must change the password again', async () => {
    const visitor = world().browser();
    const asked = await signIn(visitor, await form(visitor), GIVEN_PASSWORD);
    await choose(visitor, asked, GIVEN_PASSWORD, OWN);
    await world().admin('setUserPassword', { user: NEW, password: `${GIVEN_PASSWORD} twice` });
    const page = await signIn(visitor, await form(visitor), `${GIVEN_PASSWORD} twice`);
    expect(page.text).toContain('Choose a new password');
  });
});

describe('A password that the user chose', () => {
  const page = (visitor: Browser) => visitor.open(`${world().url}/oauth/password`);

  it('a user changes the password on a page that the sign-in page links to; sessions, grants and tokens end', async () => {
    const operator = await newOperator(world(), 'viewer', 'old');
    await callAdmin(operator.connection, 'whoAmI', {});
    const visitor = world().browser();
    expect((await form(visitor)).html).toContain('href="/oauth/password"');
    const before = await page(visitor);
    const changed = await visitor.submit(before, '/password', {
      email: operator.email,
      password: 'a password that is long enough',
      'new-password': OWN,
      repeat: OWN,
    });
    expect(changed.text).toContain('Your password is changed');
    await adminRefusal(callAdmin(operator.connection, 'whoAmI', {}), 'UNAUTHENTICATED');
    await world().admin('deleteUser', { user: operator.id });
  });

  it('the audit log records a changed password as a change by the user, not by an operator', async () => {
    const { server } = world().server.context.accounts;
    await server.changePassword({ email: NEW, password: GIVEN_PASSWORD, address: '127.0.0.1' }, OWN);
    const { id } = await world().admin('getUser', { user: NEW });
    const { events } = await world().admin('listEvents', { subjectId: id, event: 'changePassword' });
    expect(events).toMatchObject([{ actor: 'user', callerId: id }]);
    expect((await world().admin('listEvents', { operatorId: id })).events).toEqual([]);
  });

  it('wrong passwords on the page for changing it are limited like those at the sign-in', async () => {
    const visitor = world().browser();
    let shown = await page(visitor);
    for (let count = 0; count < 3; count += 1) {
      shown = await choose(visitor, shown, `wrong password ${count}`, OWN);
      expect([shown.status, shown.text]).toEqual([
        400,
        expect.stringContaining('The email or the password is wrong.'),
      ]);
    }
    const limited = await choose(visitor, shown, GIVEN_PASSWORD, OWN);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 800]).toEqual([429, true]);
    expect((await signIn(visitor, await form(visitor), GIVEN_PASSWORD)).status).toBe(429);
  });

  it('a password can be changed only with the form of that page in that browser', async () => {
    const visitor = world().browser();
    await page(visitor);
    const body = new URLSearchParams({
      email: NEW,
      password: GIVEN_PASSWORD,
      'new-password': OWN,
      repeat: OWN,
    });
    for (const csrf of ['', 'x'.repeat(43)]) {
      body.set('csrf', csrf);
      expect((await visitor.send('/oauth/password', { method: 'POST', body })).status).toBe(403);
    }
    expect(await world().admin('getUser', { user: NEW })).toMatchObject({ mustChangePassword: true });
  });

  it('a password stays unchanged if an administrator set another one since the page was shown', async () => {
    const { store, server } = world().server.context.accounts;
    const credentials = { email: NEW, password: GIVEN_PASSWORD, address: '127.0.0.1' };
    const [change] = await Promise.all([
      server.changePassword(credentials, OWN),
      world().admin('setUserPassword', { user: NEW, password: PASSWORD }),
    ]);
    const { outcome } = await server.signIn({ ...credentials, password: PASSWORD });
    // The password that was set last is valid. The user's own password never replaces a newer one.
    expect([change.outcome, outcome]).toEqual([
      expect.stringMatching(/refused|signedIn/),
      'mustChangePassword',
    ]);
    expect(await store.read((reader) => reader.userByEmail(NEW))).toMatchObject({ passwordIsOwn: false });
  });
});

describe('A session from before an administrator set the password', () => {
  it('a session from before an administrator set the password cannot grant access or get tokens', async () => {
    const visitor = world().browser();
    const asked = await signIn(visitor, await form(visitor), GIVEN_PASSWORD);
    const consent = await choose(visitor, asked, GIVEN_PASSWORD, OWN);
    const mark = { password_is_own: 0 };
    const email = NEW;
    await world().server.context.database.write((db) =>
      db.updateTable('account_user').set(mark).where('email', '=', email).execute(),
    );
    const count = await grants();
    const back = await visitor.submit(consent, '/consent', { decision: 'allow' });
    expect(back.url.searchParams.get('error')).toBe('access_denied');
    const next = await visitor.open(world().authorization(await world().client()));
    expect(next.text).toContain('Sign in to continue');
    expect(await grants()).toBe(count);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../src/accounts/sign-in/sign-in.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { createLogger } from '../../src/server/observe/logger.ts';
import { startServer } from '../../src/server/process/start-server.ts';
import { type Browser, browser, type Page } from '../support/browser.ts';
import { databaseOf } from '../support/database-of.ts';
import { ACME, EMAIL, PASSWORD, SCOPE, useOAuthWorld } from '../support/oauth-world.ts';
import { GIVEN_PASSWORD, ownPassword } from '../support/own-password.ts';

const world = useOAuthWorld({ 'oauth.attemptsPerUser': 3, 'oauth.attemptsPerAddress': 8 });

afterEach(async () => {
  vi.useRealTimers();
  await world().server.context.database.write((db) => db.deleteFrom('sign_in_attempt').execute());
});

async function page(visitor: Browser): Promise<Page> {
  return visitor.open(world().authorization(await world().client()));
}

const attempt = (visitor: Browser, form: Page, password: string, email = EMAIL) =>
  visitor.submit(form, '/sign-in', { email, password });

describe('The sign-in page', () => {
  it('a wrong password and an unknown user get the same answer', async () => {
    const visitor = world().browser();
    const form = await page(visitor);
    const wrong = await attempt(visitor, form, 'wrong password');
    const unknown = await attempt(visitor, form, 'wrong password', 'nobody@example.com');
    const nonsense = await attempt(visitor, form, 'wrong password', 'no address');
    for (const { status, text } of [wrong, unknown, nonsense]) {
      expect(status).toBe(400);
      expect(text).toContain('The email or the password is wrong.');
    }
    expect(wrong.html).not.toContain('wrong password"');
    expect(wrong.html).toContain(`value="${EMAIL}"`);
  });

  it('the email is compared without regard to case, and login_hint fills it in', async () => {
    const visitor = world().browser();
    const client = await world().client();
    const form = await visitor.open(world().authorization(client, { login_hint: '"><b>x' }));
    expect(form.html).toContain('value="&quot;&gt;&lt;b&gt;x"');
    const next = await attempt(visitor, form, PASSWORD, 'ADA@Example.COM');
    expect(next.text).toContain('Allow access');
  });

  it('sign-in is limited per user and address: after too many failures the right password does not help, until the window ends', async () => {
    const visitor = world().browser();
    const form = await page(visitor);
    for (let count = 0; count < 3; count += 1) {
      expect((await attempt(visitor, form, `wrong ${count}`)).status).toBe(400);
    }
    const limited = await attempt(visitor, form, PASSWORD);
    expect(limited.status).toBe(429);
    expect(limited.text).toContain('Too many attempts. Try again in 15 minutes.');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800);
    const other = world().browser();
    expect((await attempt(other, await page(other), PASSWORD)).status).toBe(429);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1000 });
    expect((await attempt(visitor, form, PASSWORD)).text).toContain('Allow access');
  });

  it('concurrent guesses of a password are all counted', async () => {
    const visitor = world().browser();
    const form = await page(visitor);
    const guesses = Array.from({ length: 8 }, (_, at) => attempt(visitor, form, `wrong ${at}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('failed sign-ins are limited per address, for all users together', async () => {
    const visitor = world().browser();
    const form = await page(visitor);
    for (let count = 0; count < 8; count += 1) {
      expect((await attempt(visitor, form, 'wrong', `user${count}@example.com`)).status).toBe(400);
    }
    expect((await attempt(visitor, form, PASSWORD)).status).toBe(429);
  });

  it("the right password or an operator's reset resets the counter of failures", async () => {
    const visitor = world().browser();
    for (let round = 0; round < 2; round += 1) {
      const form = await page(visitor);
      await attempt(visitor, form, 'wrong');
      await attempt(visitor, form, 'wrong');
      expect((await attempt(visitor, form, PASSWORD)).status).toBe(200);
      visitor.cookies.clear();
    }
    const form = await page(visitor);
    for (let count = 0; count < 3; count += 1) await attempt(visitor, form, 'wrong');
    await world().admin('setUserPassword', { user: EMAIL, password: GIVEN_PASSWORD });
    expect((await attempt(visitor, form, GIVEN_PASSWORD)).status).toBe(200);
    await ownPassword(world().server, EMAIL, GIVEN_PASSWORD, PASSWORD);
  });

  it('a sign-in by OAuth is when the user was seen last, as one to a console is', async () => {
    const client = await world().client();
    const since = Date.now();
    await world().tokens(client);
    const { lastSeenTime = '' } = await world().admin('getUser', { user: EMAIL });
    expect(Date.parse(lastSeenTime)).toBeGreaterThanOrEqual(since);
    const { users } = await world().admin('listUsers', {});
    expect(users).toContainEqual(expect.objectContaining({ email: EMAIL, lastSeenTime }));
  });

  it('a list of users reads the audit log as often for many as for one', async () => {
    const executor = world().server.context.database.reader.getExecutor();
    const readsFor = async (pageSize: number) => {
      const execute = vi.spyOn(executor, 'executeQuery');
      const { users } = await world().admin('listUsers', { pageSize });
      const reads = execute.mock.calls.filter(([{ sql }]) => sql.includes('"state_change"')).length;
      execute.mockRestore();
      return [users.length, reads];
    };
    await world().admin('createUser', {
      email: 'another@example.com',
      password: GIVEN_PASSWORD,
      publishers: [],
    });
    const [, few] = await readsFor(1);
    expect(few).toBeGreaterThan(0);
    expect(await readsFor(2)).toEqual([2, few]);
  });

  it('failed sign-ins are counted across the processes of one server', async () => {
    const { path } = world().server.context.folder;
    const given = { data: path, port: 0, adminPort: 0, ...(await databaseOf(path)) };
    const second = await startServer(
      loadSettings({ environment: {}, options: { ...given, 'oauth.attemptsPerUser': 3 } }),
      { logger: createLogger('silent'), sweepEvery: 0 },
    );
    try {
      const client = await world().client();
      const [here, there] = [world().browser(), browser(second.url)];
      const address = world().authorization(client);
      const forms = [await here.open(address), await there.open(address.replace(world().url, second.url))];
      const [mine, theirs] = forms as [Page, Page];
      expect((await attempt(here, mine, 'wrong 1')).status).toBe(400);
      expect((await attempt(there, theirs, 'wrong 2')).status).toBe(400);
      expect((await attempt(here, mine, 'wrong 3')).status).toBe(400);
      expect((await attempt(there, theirs, PASSWORD)).status).toBe(429);
      expect((await attempt(here, mine, PASSWORD)).status).toBe(429);
    } finally {
      await second.close();
    }
  });

  it('a sign-in attempt that a busy server could not check is not counted', async () => {
    const { store } = world().server.context.accounts;
    const busy = async () => Promise.reject(new Error('busy'));
    const limit = { most: 2, window: 60_000 };
    const enter = signIn({
      store,
      passwords: { hash: busy, verify: busy, verifyNothing: busy },
      policy: {
        scopes: SCOPE,
        attempts: { user: limit, userInAll: limit, address: limit },
        maxTokenTtl: 1,
        organisations: new Set(),
        rolesNeedSecondPerson: false,
      },
      clock: Date.now,
    });
    for (let count = 0; count < 5; count += 1) {
      const credentials = { email: EMAIL, password: PASSWORD, address: '192.0.2.1' };
      await expect(enter(credentials)).rejects.toThrow('busy');
    }
    const { reader } = world().server.context.database;
    expect(await reader.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([]);
  });

  it('email and password are accepted in any Unicode composition', async () => {
    const [composed, decomposed] = ['m\u00fcller@example.com', 'mu\u0308ller@example.com'];
    await world().admin('createUser', {
      email: decomposed,
      password: GIVEN_PASSWORD,
      publishers: [ACME],
    });
    await ownPassword(world().server, composed, GIVEN_PASSWORD, 'gr\u00fcne Kl\u00f6\u00dfe!');
    const visitor = world().browser();
    const next = await attempt(visitor, await page(visitor), 'gru\u0308ne Klo\u0308\u00dfe!', composed);
    expect(next.text).toContain(`Signed in as ${composed}`);
    expect(await world().admin('deleteUser', { user: decomposed })).toMatchObject({ email: composed });
  });

  it('a password longer than the hash allows is refused like any wrong one', async () => {
    const visitor = world().browser();
    const answer = await attempt(visitor, await page(visitor), `${PASSWORD}${'x'.repeat(20_000)}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The email or the password is wrong.');
  });

  it('signing in gives the browser a new session id (session fixation)', async () => {
    const visitor = world().browser();
    await attempt(visitor, await page(visitor), PASSWORD);
    const planted = visitor.cookies.get('diptych_session')?.value;
    const client = await world().client();
    const again = await visitor.open(world().authorization(client, { prompt: 'login' }));
    await attempt(visitor, again, PASSWORD);
    expect(visitor.cookies.get('diptych_session')?.value).not.toBe(planted);
    const { reader } = world().server.context.database;
    const kept = await reader.selectFrom('oauth_artifact').select('artifact_id').execute();
    expect(kept.map((row) => row.artifact_id)).not.toContain(planted);
  });

  it('a disabled user cannot sign in', async () => {
    await world().admin('disableUser', { user: EMAIL });
    const visitor = world().browser();
    expect((await attempt(visitor, await page(visitor), PASSWORD)).status).toBe(400);
    await world().admin('enableUser', { user: EMAIL });
  });
});

describe('Storage of passwords', () => {
  const real = useOAuthWorld({}, REAL_EFFECTS);

  it('a password is stored as a scrypt hash with its cost', async () => {
    const { reader } = real().server.context.database;
    const rows = await reader.selectFrom('account_user').select('password_hash').execute();
    expect(rows).toHaveLength(1);
    for (const row of rows) expect(row.password_hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });
});

describe('Forms of the authorization server', () => {
  it.each([
    ['without a token', { csrf: '' }, {}],
    ['with a token of another interaction', { csrf: 'x'.repeat(43) }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the same site', {}, { 'sec-fetch-site': 'same-site' }],
  ])('a form is refused %s', async (_, fields, headers) => {
    const visitor = world().browser();
    const form = await page(visitor);
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, email: EMAIL, password: PASSWORD, ...fields });
    const answer = await visitor.send(`${form.url.pathname}/sign-in`, { method: 'POST', body, headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This form cannot be used');
  });

  it('a form is bound to its browser: its token is refused in another one', async () => {
    const [victim, attacker] = [world().browser(), world().browser()];
    const theirs = await page(attacker);
    const mine = await page(victim);
    const csrf = /name="csrf" value="([^"]+)"/.exec(theirs.html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, email: EMAIL, password: PASSWORD });
    const cross = await victim.send(`${mine.url.pathname}/sign-in`, { method: 'POST', body });
    expect(cross.status).toBe(403);
    const foreign = await victim.send(`${theirs.url.pathname}/sign-in`, { method: 'POST', body });
    expect(foreign.status).toBe(400);
    expect(foreign.text).toContain('Start again');
  });

  it('a form is not shown to a browser that did not start the request', async () => {
    const visitor = world().browser();
    const { url } = await page(visitor);
    const answer = await world().browser().open(url.href);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Start again');
  });

  it('without cookies a form is refused, and the page says so', async () => {
    const address = world().authorization(await world().client());
    const { headers } = await fetch(address, { redirect: 'manual' });
    const answer = await world()
      .browser()
      .open(headers.get('location') ?? '');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('this browser keeps no cookies');
  });

  it('no step can be skipped: consent requires a signed-in user', async () => {
    const visitor = world().browser();
    const form = await page(visitor);
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, decision: 'allow', publisher: 'pub-1111111111111111' });
    const answer = await visitor.send(`${form.url.pathname}/consent`, { method: 'POST', body });
    expect(answer.status).toBe(400);
  });

  it('forms are on pages without script that cannot be framed or cached', async () => {
    const { headers, html } = await page(world().browser());
    expect(html).not.toMatch(/<script|onclick|javascript:/i);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9004");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the addresses of forms cannot be guessed', async () => {
    const uids = await Promise.all([1, 2, 3].map(async () => (await page(world().browser())).url.pathname));
    for (const uid of uids) expect(uid).toMatch(/^\/oauth\/interaction\/[\w-]{21,}$/);
    expect(new Set(uids).size).toBe(3);
  });

  it('cookies cannot be read by scripts or sent from other sites', async () => {
    const response = await fetch(world().authorization(await world().client()), { redirect: 'manual' });
    const lines = response.headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      expect(line).toMatch(/httponly/i);
      expect(line).toMatch(/samesite=lax/i);
      expect(line).not.toMatch(/; secure/i);
    }
  });
});

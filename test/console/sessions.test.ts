import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { adminHttp } from '../support/admin-http.ts';
import { newUser } from '../support/operator.ts';
import { GIVEN_PASSWORD } from '../support/own-password.ts';
import { adminRefusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { type ConsolePage, consolePage, reasonOf } from './support/console-http.ts';
import { PASSWORD, signedIn, signInTo } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const MINUTE = 60_000;

describe('A session of the operators’ console', () => {
  it('a console session begins with email and password, and names the user and its end', async () => {
    const page = await signedIn(world(), 'ada', 'approver');
    const { status, body, headers } = await page.get('/session');
    const now = world().now();
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      person: { id: page.id, email: 'ada@example.com', role: 'approver', publishers: [], kind: 'user' },
      console: 'operators',
      interfaces: ['issuer', 'mediation'],
      startsFirstAdministrator: false,
      mustRegisterPasskey: false,
      signInTime: new Date(now).toISOString(),
      authTime: new Date(now).toISOString(),
      idleEndTime: new Date(now + 15 * MINUTE).toISOString(),
      absoluteEndTime: new Date(now + 480 * MINUTE).toISOString(),
      stepUpSeconds: 900,
    });
  });

  it('a console session calls methods of the administration with the role of its user', async () => {
    const page = await signedIn(world(), 'bo', 'viewer');
    const me = await page.get('/admin/v1/whoami');
    const person = { id: page.id, credential: 'signIn', role: 'viewer', email: 'bo@example.com' };
    expect([me.status, me.body]).toEqual([200, expect.objectContaining(person)]);
    const refused = await page.post('/admin/v1/holders/h-1:revoke');
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'ROLE_INSUFFICIENT']);
  });

  it('a console sign-in is refused with a wrong password, and for a user without a role', async () => {
    const page = consolePage(world().server.adminUrl);
    const wrong = await page.post('/session:signIn', { email: 'ada@example.com', password: 'x'.repeat(12) });
    expect([wrong.status, reasonOf(wrong)]).toEqual([401, 'SIGN_IN_REFUSED']);
    const nobody = await page.post('/session:signIn', { email: 'nobody@example.com', password: PASSWORD });
    expect([nobody.status, reasonOf(nobody)]).toEqual([401, 'SIGN_IN_REFUSED']);
    expect((await page.get('/session')).status).toBe(401);
  });
});

const BACKGROUND = { 'x-diptych-background': '1' };

const ended = async (page: ConsolePage, headers = {}) => {
  const { status } = await page.get('/session', headers);
  return status === 401;
};

describe('A session ends', () => {
  it('a console session ends when its user has 50 sessions that were used later', async () => {
    const first = await signedIn(world(), 'many', 'viewer');
    const { adminUrl } = world().server;
    world().advance(1);
    for (let count = 0; count < 49; count += 1) await signInTo(adminUrl, 'many@example.com');
    expect(await ended(first, BACKGROUND)).toBe(false);
    await signInTo(adminUrl, 'many@example.com');
    expect(await ended(first, BACKGROUND)).toBe(true);
    const { events } = await callAdmin(world().connection, 'listEvents', {
      callerId: first.id,
      event: 'end',
    });
    expect(events).toMatchObject([{ subject: 'consoleSession', reason: 'tooMany' }]);
  });

  it('a console session ends after 15 minutes without use', async () => {
    const page = await signedIn(world(), 'idle', 'viewer');
    world().advance(15 * MINUTE - 1);
    expect(await ended(page)).toBe(false);
    world().advance(15 * MINUTE);
    const answer = await page.get('/session');
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'SESSION_ENDED']);
  });

  it('automatic requests of a page do not extend a console session', async () => {
    const page = await signedIn(world(), 'poll', 'viewer');
    for (let minute = 0; minute < 14; minute += 2) {
      world().advance(2 * MINUTE);
      expect((await page.get('/admin/v1/whoami', BACKGROUND)).status).toBe(200);
      expect(await ended(page, BACKGROUND)).toBe(false);
    }
    world().advance(MINUTE);
    expect(await ended(page, BACKGROUND)).toBe(true);
  });

  it('a console session that is used or extended ends eight hours after the sign-in', async () => {
    const page = await signedIn(world(), 'long', 'viewer');
    const { absoluteEndTime } = (await page.get('/session')).body;
    for (let minute = 0; minute < 470; minute += 10) {
      world().advance(10 * MINUTE);
      const used = minute % 20 === 0 ? page.get('/admin/v1/whoami') : page.post('/session:extend');
      expect((await used).status).toBe(200);
    }
    const last = (await page.get('/session')).body;
    expect([last.absoluteEndTime, last.idleEndTime]).toEqual([absoluteEndTime, absoluteEndTime]);
    world().advance(10 * MINUTE);
    expect(await ended(page)).toBe(true);
  });

  it('a console session ends at the time that each answer says', async () => {
    const page = await signedIn(world(), 'told', 'viewer');
    const start = world().now();
    const told = async (path: string, headers = {}) =>
      Date.parse(String((await page.get(path, headers)).headers['x-diptych-session-end'])) - start;
    world().advance(5 * MINUTE);
    expect(await told('/admin/v1/whoami', BACKGROUND)).toBe(15 * MINUTE);
    expect(await told('/admin/v1/whoami')).toBe(20 * MINUTE);
    expect(await told('/admin/v1/nothing', BACKGROUND)).toBe(Number.NaN);
    expect(await told('/session', BACKGROUND)).toBe(20 * MINUTE);
  });

  it('after sign-out, the cookie of the console session gives no access in any tab', async () => {
    const page = await signedIn(world(), 'out', 'viewer');
    const stolen = page.cookie();
    const answer = await page.post('/session:signOut');
    expect([answer.status, page.jar.has('__Host-diptych-console')]).toEqual([200, false]);
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(await ended(page, { cookie: stolen })).toBe(true);
  });

  it.each([
    ['is disabled', 'disableUser'],
    ['is signed out by an administrator', 'signOutUser'],
    ['is deleted', 'deleteUser'],
  ] as const)('a console session ends when its user %s', async (_, method) => {
    const page = await signedIn(world(), method.toLowerCase(), 'viewer');
    await callAdmin(world().connection, method, { user: page.id });
    const answer = await page.get('/admin/v1/whoami');
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'SESSION_ENDED']);
  });

  it('a console session ends when an administrator sets a new password for its user', async () => {
    const page = await signedIn(world(), 'reset', 'viewer');
    await callAdmin(world().connection, 'setUserPassword', { user: page.id, password: GIVEN_PASSWORD });
    expect(await ended(page)).toBe(true);
    const again = await page.post('/session:signIn', {
      email: 'reset@example.com',
      password: GIVEN_PASSWORD,
    });
    expect([again.status, reasonOf(again)]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    const change = { email: 'reset@example.com', password: GIVEN_PASSWORD };
    const weak = await page.post('/session:changePassword', { ...change, newPassword: 'short' });
    expect([weak.status, reasonOf(weak)]).toEqual([400, 'PASSWORD_UNFIT']);
    const changed = await page.post('/session:changePassword', { ...change, newPassword: PASSWORD });
    expect([changed.status, await ended(page)]).toEqual([200, false]);
  });

  it('a console session continues when the role of its user changes, and the next request has the new role', async () => {
    const page = await signedIn(world(), 'role', 'administrator');
    expect((await page.get('/admin/v1/users')).status).toBe(200);
    await callAdmin(world().connection, 'setUserRole', { user: page.id, role: 'viewer' });
    const lower = await page.get('/admin/v1/users');
    expect([lower.status, reasonOf(lower)]).toEqual([403, 'ROLE_INSUFFICIENT']);
    await callAdmin(world().connection, 'setUserRole', { user: page.id });
    const none = await page.get('/admin/v1/holders');
    expect([none.status, reasonOf(none)]).toEqual([403, 'ROLE_MISSING']);
    expect((await page.get('/session')).body.person).not.toHaveProperty('role');
  });
});

describe('One’s own sessions', () => {
  it('users see their own sessions with browser, address and last use, and can end them', async () => {
    const page = await signedIn(world(), 'own', 'viewer');
    const [second, third] = [
      await signInTo(page.origin, 'own@example.com'),
      await signInTo(page.origin, 'own@example.com'),
    ];
    const { sessions } = (await page.get('/sessions')).body;
    expect(sessions).toHaveLength(3);
    const now = new Date(world().now()).toISOString();
    const current = sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(current).toEqual([
      {
        id: expect.stringMatching(/^session-/),
        console: 'operators',
        userAgent: 'Mozilla/5.0 (test)',
        address: '127.0.0.1',
        signInTime: now,
        lastUseTime: now,
        isCurrent: true,
      },
    ]);
    const listed = (await second.get('/sessions')).body.sessions;
    const { id } = listed.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await page.post(`/sessions/${id}:end`)).status).toBe(200);
    expect(await ended(second)).toBe(true);
    expect((await page.post('/sessions:endOthers')).status).toBe(200);
    expect([await ended(third), await ended(page)]).toEqual([true, false]);
  });

  it('users cannot end sessions of other users', async () => {
    const [page, other] = [
      await signedIn(world(), 'mallory', 'viewer'),
      await signedIn(world(), 'alice', 'viewer'),
    ];
    const { id } = (await other.get('/sessions')).body.sessions[0];
    const answer = await page.post(`/sessions/${id}:end`);
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(await ended(other)).toBe(false);
  });
});

describe('The sessions of a user, for administrators', () => {
  const sessionsOf = (user: string) => callAdmin(world().connection, 'listConsoleSessions', { user });

  it('administrators see the sessions of a user with browser, address, last use and end, the last used first', async () => {
    const page = await signedIn(world(), 'watched', 'viewer');
    const start = world().now();
    world().advance(MINUTE);
    await signInTo(page.origin, 'watched@example.com');
    await signedIn(world(), 'somebody', 'viewer');
    world().advance(MINUTE);
    await page.get('/session');
    const iso = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    const from = { console: 'operators', userAgent: 'Mozilla/5.0 (test)', address: '127.0.0.1' };
    const id = expect.stringMatching(/^session-/);
    expect(await sessionsOf('watched@example.com')).toEqual({
      lastSignInTime: iso(1),
      sessions: [
        { id, ...from, signInTime: iso(0), lastUseTime: iso(2), endTime: iso(17) },
        { id, ...from, signInTime: iso(1), lastUseTime: iso(1), endTime: iso(16) },
      ],
    });
  });

  it('an ended session leaves the list of the user, and the time of the last sign-in stays', async () => {
    const { id } = await signedIn(world(), 'away', 'viewer');
    const start = world().now();
    world().advance(15 * MINUTE - 1);
    expect((await sessionsOf(id)).sessions).toHaveLength(1);
    world().advance(1);
    const after = { lastSignInTime: new Date(start).toISOString(), sessions: [] };
    expect(await sessionsOf(id)).toEqual(after);
    await world().server.context.accounts.sessions.purge(world().now(), 1000);
    expect(await sessionsOf(id)).toEqual(after);
  });

  it('a user who never signed in has no sessions', async () => {
    await newUser(world(), 'never@example.com', 'viewer');
    expect(await sessionsOf('never@example.com')).toEqual({ sessions: [] });
    await adminRefusal(sessionsOf('nobody@example.com'), 'NOT_FOUND', 'USER_NOT_FOUND');
  });

  it('administrators end sessions of a user one by one, and the audit log names the administrator', async () => {
    const page = await signedIn(world(), 'lost', 'viewer');
    const other = await signInTo(page.origin, 'lost@example.com');
    const { id } = (await page.get('/sessions')).body.sessions.find(
      ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
    );
    const administrator = await signedIn(world(), 'carol', 'administrator');
    const answer = await administrator.post(`/admin/v1/consoleSessions/${id}:end`);
    expect([answer.status, answer.body.id]).toEqual([200, id]);
    expect([await ended(page), await ended(other)]).toEqual([true, false]);
    const { events } = await callAdmin(world().connection, 'listEvents', { subjectId: id, event: 'end' });
    const details = { before: { console: 'operators', user: page.id } };
    expect(events).toEqual([
      expect.objectContaining({
        operatorId: administrator.id,
        subjectName: 'lost@example.com',
        reason: 'endedByAdministrator',
        details,
      }),
    ]);
    const again = callAdmin(world().connection, 'endConsoleSession', { id });
    await adminRefusal(again, 'NOT_FOUND', 'SESSION_NOT_FOUND');
  });

  it('a dry run of ending sessions ends none', async () => {
    const page = await signedIn(world(), 'trial', 'viewer');
    const { id } = (await page.get('/sessions')).body.sessions[0];
    const answer = await adminHttp(world(), `/admin/v1/consoleSessions/${id}:end`, {
      method: 'POST',
      body: JSON.stringify({ validateOnly: true }),
    });
    expect([answer.status, await ended(page)]).toEqual([200, false]);
  });
});

describe('The sign-in', () => {
  it('wrong passwords at the console and at the sign-in pages count together', async () => {
    await signedIn(world(), 'guess', 'viewer');
    const stranger = consolePage(world().server.adminUrl);
    const wrong = { email: 'guess@example.com', password: 'not the password' };
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      answers.push(await stranger.post('/session:signIn', wrong));
    const last = answers.at(-1);
    expect([last?.status, last && reasonOf(last)]).toEqual([429, 'SIGN_INS_LIMITED']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    const right = await stranger.post('/session:signIn', { ...wrong, password: PASSWORD });
    expect(right.status).toBe(429);
  });

  it('a browser that signed in before can sign in while strangers guess passwords', async () => {
    const page = await signedIn(world(), 'known', 'viewer');
    await page.post('/session:signOut');
    const stranger = consolePage(world().server.adminUrl);
    const wrong = { email: 'known@example.com', password: 'not the password' };
    for (let attempt = 0; attempt < 11; attempt += 1) await stranger.post('/session:signIn', wrong);
    const device = [...page.jar].find(([name]) => name.startsWith('diptych_device'));
    expect(device).toBeDefined();
    const again = await page.post('/session:signIn', { ...wrong, password: PASSWORD });
    expect(again.status).toBe(200);
  });

  it('each sign-in sets a new cookie, and ends the previous session of the browser', async () => {
    const page = await signedIn(world(), 'fixed', 'viewer');
    const before = page.cookie();
    await page.post('/session:signIn', { email: 'fixed@example.com', password: PASSWORD });
    expect([await ended(page), await ended(page, { cookie: before })]).toEqual([false, true]);
  });

  it.each([
    [{}, 'REQUEST_INVALID'],
    [{ email: 'a@example.com' }, 'REQUEST_INVALID'],
    [{ email: 'a@example.com', password: PASSWORD, role: 'administrator' }, 'REQUEST_INVALID'],
    [{ email: ['a@example.com'], password: PASSWORD }, 'REQUEST_INVALID'],
  ])('the sign-in of the console refuses the body %j', async (body, reason) => {
    const answer = await consolePage(world().server.adminUrl).post('/session:signIn', body);
    expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
  });
});

describe('The database', () => {
  it('the database contains neither cookie values nor codes', async () => {
    const page = await signedIn(world(), 'stored', 'viewer');
    const value = page.jar.get('__Host-diptych-console') ?? 'none';
    const { reader } = world().server.context.database;
    const rows = JSON.stringify([
      await reader.selectFrom('console_session').selectAll().execute(),
      await reader.selectFrom('console_code').selectAll().execute(),
    ]);
    expect(rows).toContain(page.id);
    expect(rows).not.toContain(value);
  });

  it('the next cleanup deletes ended sessions from the database', async () => {
    const { database, accounts } = world().server.context;
    await signedIn(world(), 'purged', 'viewer');
    world().advance(15 * MINUTE - 1);
    const live = await signedIn(world(), 'kept', 'viewer');
    world().advance(1);
    await accounts.sessions.purge(world().now(), 1000);
    const rows = await database.reader.selectFrom('console_session').select('user_id').execute();
    expect(rows).toEqual([{ user_id: live.id }]);
  });
});

describe('The audit log', () => {
  it('the audit log has the sign-in and the end of each console session, with its user', async () => {
    const page = await signedIn(world(), 'logged', 'viewer');
    const { id } = (await page.get('/sessions')).body.sessions[0];
    await page.post('/session:signOut');
    const { events } = await callAdmin(world().connection, 'listEvents', { subjectId: id });
    expect(events.map(({ event, reason, actor }) => [event, reason, actor])).toEqual([
      ['signIn', 'password', 'user'],
      ['end', 'signOut', 'user'],
    ]);
    expect(events[0]?.details).toEqual({ after: { console: 'operators', user: page.id } });
  });
});

import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { newUser } from '../support/operator.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { consolePage, reasonOf } from './support/console-http.ts';
import { PASSWORD, signInTo } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const MINUTE = 60_000;
const origin = () => world().server.adminUrl;

const start = () => callAdmin(world().connection, 'startConsole', {});
const codeNow = async () => (await start()).code ?? '';

describe('While there is no administrator', () => {
  it('without an administrator, diptych console gets a local address with a code in its fragment', async () => {
    const { url, code, expireTime } = await start();
    expect(url).toBe(`${origin()}/console/#code=${code}`);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(expireTime).toBe(new Date(world().now() + 5 * MINUTE).toISOString());
  });

  it('a code for the first administrator starts one session, once', async () => {
    const [page, code] = [consolePage(origin()), await codeNow()];
    const started = await page.post('/session:start', { code });
    expect([started.status, started.body.startsFirstAdministrator]).toEqual([200, true]);
    expect(started.body.person).toEqual({ id: 'operator', kind: 'adminToken' });
    const again = await consolePage(origin()).post('/session:start', { code });
    expect([again.status, reasonOf(again), again.cookies]).toEqual([401, 'CODE_INVALID', []]);
  });

  it('if two browsers send the same code at the same time, only one is signed in', async () => {
    const code = await codeNow();
    const answers = await Promise.all(
      [0, 1, 2, 3].map(() => consolePage(origin()).post('/session:start', { code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('a code for the first administrator expires after five minutes', async () => {
    const code = await codeNow();
    world().advance(5 * MINUTE);
    const late = await consolePage(origin()).post('/session:start', { code });
    expect([late.status, reasonOf(late)]).toEqual([401, 'CODE_INVALID']);
  });

  it('a code for one console does not work on the other console', async () => {
    const answer = await consolePage(world().url).post('/session:start', { code: await codeNow() });
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'CODE_INVALID']);
  });

  it('a code for the first administrator is no invitation', async () => {
    const asInvitation = { code: await codeNow(), password: PASSWORD };
    const answer = await consolePage(origin()).post('/session:acceptInvitation', asInvitation);
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'CODE_INVALID']);
  });

  it('a code for the first administrator is issued for the admin token only', async () => {
    await expect(callAdmin({ ...world().connection, token: 'x' }, 'startConsole', {})).rejects.toThrow();
  });

  it('a session that was started with a code can only create the first administrator', async () => {
    const page = consolePage(origin());
    await page.post('/session:start', { code: await codeNow() });
    for (const answer of [
      await page.get('/admin/v1/holders'),
      await page.get('/admin/v1/whoami'),
      await page.post('/admin/v1/users', { email: 'eve@example.com', password: PASSWORD, publishers: [] }),
    ])
      expect([answer.status, reasonOf(answer)]).toEqual([403, 'FIRST_ADMINISTRATOR_NEEDED']);
  });

  it('a user without a role cannot sign in, and cannot create the first administrator', async () => {
    await newUser(world(), 'nobody@example.com');
    const page = consolePage(origin());
    const answer = await page.post('/session:signIn', { email: 'nobody@example.com', password: PASSWORD });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'ROLE_MISSING']);
    const create = { email: 'nobody2@example.com', password: PASSWORD };
    expect((await page.post('/session:createFirstAdministrator', create)).status).toBe(401);
  });

  it('the first administrator cannot have a password that is too short', async () => {
    const page = consolePage(origin());
    await page.post('/session:start', { code: await codeNow() });
    const weak = { email: 'ada@example.com', password: 'short' };
    const answer = await page.post('/session:createFirstAdministrator', weak);
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'PASSWORD_UNFIT']);
    const wrong = await page.post('/session:createFirstAdministrator', { email: 'ada', password: PASSWORD });
    expect([wrong.status, reasonOf(wrong)]).toEqual([400, 'REQUEST_INVALID']);
  });
});

describe('The first administrator', () => {
  let administrator: string;

  it('if two sessions create the first administrator at the same time, one succeeds and is signed in', async () => {
    const pages = [consolePage(origin()), consolePage(origin())];
    for (const page of pages) await page.post('/session:start', { code: await codeNow() });
    const unused = await codeNow();
    const before = pages.map((page) => page.cookie());
    const answers = await Promise.all(
      pages.map((page, index) => {
        const email = index === 0 ? 'Ada@Example.com' : 'Eve@Example.com';
        return page.post('/session:createFirstAdministrator', { email, password: PASSWORD });
      }),
    );
    const first = answers.findIndex(({ status }) => status === 200);
    const [created, page] = [answers[first], pages[first]];
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(created?.body.startsFirstAdministrator).toBe(false);
    expect(created?.body.person.role).toBe('administrator');
    expect(page?.cookie()).not.toBe(before[first]);
    const list = await page?.get('/admin/v1/users');
    const administrators = list?.body.users.filter(({ role }: { role?: string }) => role === 'administrator');
    expect(administrators).toEqual([expect.objectContaining({ email: created?.body.person.email })]);
    const code = await consolePage(origin()).post('/session:start', { code: unused });
    expect([code.status, reasonOf(code)]).toEqual([401, 'CODE_INVALID']);
    const late = await pages[1 - first]?.get('/session');
    expect(late && reasonOf(late)).toBe('SESSION_ENDED');
    administrator = created?.body.person.email;
  });

  it('the first administrator signs in with the chosen password', async () => {
    const page = await signInTo(origin(), administrator);
    expect((await page.get('/session')).body.person.role).toBe('administrator');
  });

  it('once there is an administrator, diptych console prints the address without a code', async () => {
    expect(await start()).toEqual({ url: `${origin()}/console/` });
  });
});

describe('The audit log', () => {
  it('the audit log has each code, its use, and the session that was started with it', async () => {
    const { events } = await callAdmin(world().connection, 'listEvents', { pageSize: 100 });
    const codes = events.filter(({ subject }) => subject === 'consoleCode');
    expect(codes.map(({ event }) => event)).toContain('use');
    const used = codes.find(({ event }) => event === 'use');
    const created = codes.find(({ event, subjectId }) => event === 'create' && subjectId === used?.subjectId);
    expect(created?.details).toEqual({ after: { console: 'operators', user: 'operator' } });
    const sessions = events.filter(({ subject }) => subject === 'consoleSession');
    expect(sessions.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['code', 'firstAdministrator', 'password']),
    );
  });
});

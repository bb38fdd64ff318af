import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { diptych, to } from '../support/cli.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { startWorld, WITH_CONSOLES } from '../support/world.ts';
import { consolePage, reasonOf } from './support/console-http.ts';
import { signInTo } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const DAY = 86_400_000;
const PASSWORD = 'a password of their own';
const origin = () => world().server.adminUrl;

const codeIn = (url: string) => new URL(url).hash.replace('#invitation=', '');

async function invite(email: string, more: object = { role: 'operator' }) {
  const answer = await callAdmin(world().connection, 'inviteUser', { email, publishers: [], ...more });
  return { ...answer, code: codeIn(answer.url) };
}
const accept = (code: string, password = PASSWORD, at = origin()) =>
  consolePage(at).post('/session:acceptInvitation', { code, password });

beforeAll(async () => {
  await invite('root@example.com', { role: 'administrator' });
}, HOOK_TIMEOUT);

describe('An invitation', () => {
  it('leads to the console of the person, names them, and signs them in with the password they choose', async () => {
    const { url, code, user, expireTime } = await invite('eve@example.com');
    expect(url).toBe(`${origin()}/console/#invitation=${code}`);
    expect(expireTime).toBe(new Date(world().now() + 7 * DAY).toISOString());
    expect(user).toMatchObject({
      email: 'eve@example.com',
      mustChangePassword: true,
      invitedUntilTime: expireTime,
    });
    const page = consolePage(origin());
    const read = await page.post('/session:readInvitation', { code });
    expect(read.body).toEqual({ email: 'eve@example.com', role: 'operator', publisherNames: [] });
    const accepted = await page.post('/session:acceptInvitation', { code, password: PASSWORD });
    expect(accepted.body.person).toMatchObject({ email: 'eve@example.com', role: 'operator' });
    expect((await page.get('/session')).status).toBe(200);
    await signInTo(origin(), 'eve@example.com', PASSWORD);
    const after = await callAdmin(world().connection, 'getUser', { user: user.id });
    expect(after).toMatchObject({ mustChangePassword: false, passkeys: 0 });
    expect(after).not.toHaveProperty('invitedUntilTime');
    expect(after.lastSeenTime).toBeDefined();
    const { events } = await callAdmin(world().connection, 'listEvents', { subjectId: user.id });
    expect(events.map(({ event }) => event)).toEqual(['create', 'invite', 'acceptInvitation']);
  });

  it('is what the command line says of the person until it is accepted, beside the number of passkeys', async () => {
    const { code } = await invite('invited@example.com');
    const row = async () => {
      const lines = (await diptych('users', 'list', ...to(world()))).out.split('\n');
      expect(lines[0]).toMatch(/LAST SEEN +PASSKEYS/);
      return lines.find((line) => line.startsWith('invited@example.com'));
    };
    expect(await row()).toMatch(/ invited +operator .* never +0 /);
    await accept(code);
    expect(await row()).toMatch(/ active +operator /);
  });

  it('of a person without a role leads to the mediation console', async () => {
    const { url } = await invite('desk@example.com', {});
    expect(url.startsWith(`${world().url}/console/#`)).toBe(true);
    expect((await accept(codeIn(url), PASSWORD, world().url)).status).toBe(200);
  });

  it('works once', async () => {
    const { code } = await invite('once@example.com');
    const answers = await Promise.all([accept(code), accept(code), accept(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const late = await consolePage(origin()).post('/session:readInvitation', { code });
    expect([late.status, reasonOf(late)]).toEqual([401, 'CODE_INVALID']);
  });

  it('is kept if the password is too short', async () => {
    const { code } = await invite('short@example.com');
    const refused = await accept(code, 'short');
    expect([refused.status, reasonOf(refused)]).toEqual([400, 'PASSWORD_UNFIT']);
    expect((await accept(code)).status).toBe(200);
  });

  it('ends after seven days', async () => {
    const { code, user } = await invite('late@example.com');
    world().advance(7 * DAY);
    expect(reasonOf(await accept(code))).toBe('CODE_INVALID');
    expect(await callAdmin(world().connection, 'getUser', { user: user.id })).not.toHaveProperty(
      'invitedUntilTime',
    );
  });

  it.each([
    ['another invitation', (user: string) => callAdmin(world().connection, 'inviteUserAgain', { user })],
    [
      'a password that an administrator sets',
      (user: string) =>
        callAdmin(world().connection, 'setUserPassword', { user, password: 'another long password' }),
    ],
    ['disabling the user', (user: string) => callAdmin(world().connection, 'disableUser', { user })],
  ])('ends with %s', async (name, end) => {
    const { code, user } = await invite(`${name.replaceAll(' ', '-')}@example.com`);
    await end(user.id);
    expect(reasonOf(await accept(code))).toBe('CODE_INVALID');
  });

  it('is no code that starts a session', async () => {
    const { code } = await invite('other@example.com');
    expect(reasonOf(await consolePage(origin()).post('/session:start', { code }))).toBe('CODE_INVALID');
    expect((await accept(code)).status).toBe(200);
  });

  it('again ends the password and the sessions of before', async () => {
    const { code, user } = await invite('again@example.com');
    const page = consolePage(origin());
    await page.post('/session:acceptInvitation', { code, password: PASSWORD });
    const again = await callAdmin(world().connection, 'inviteUserAgain', { user: user.id });
    expect((await page.get('/session')).status).toBe(401);
    await expect(signInTo(origin(), 'again@example.com', PASSWORD)).rejects.toThrow();
    expect((await accept(codeIn(again.url), 'a second password')).status).toBe(200);
    await signInTo(origin(), 'again@example.com', 'a second password');
  });

  it('again is asked for by a command, unless the person has not accepted', async () => {
    const again = (...more: readonly string[]) =>
      diptych('users', 'invite-again', 'asked@example.com', ...to(world()), ...more);
    const { code } = await invite('asked@example.com');
    expect((await again()).exit).toBe(0);
    expect(reasonOf(await accept(code))).toBe('CODE_INVALID');
    const { out } = await again('--json');
    await accept(codeIn(JSON.parse(out).url));
    const refused = await again();
    expect([refused.exit, refused.err]).toEqual([
      2,
      expect.stringContaining(
        'the present password of asked@example.com ends, and with it all sessions and grants, and there is no terminal to ask at; add --yes',
      ),
    ]);
    await signInTo(origin(), 'asked@example.com', PASSWORD);
    expect((await again('--yes')).exit).toBe(0);
    await expect(signInTo(origin(), 'asked@example.com', PASSWORD)).rejects.toThrow();
  });

  it('without a role and a publisher is made, and the command says what the person sees', async () => {
    const invited = (email: string, ...more: readonly string[]) =>
      diptych('users', 'invite', email, ...to(world()), ...more);
    expect((await invited('without-role@example.com')).out).toContain('can sign in, but sees no data');
    expect((await invited('role-none@example.com', '--role', 'none')).out).toContain('sees no data');
    expect((await invited('with-role@example.com', '--role', 'viewer')).out).not.toContain('sees no data');
  });

  it('is refused for a user who exists, and its secret is in no log', async () => {
    const { code } = await invite('twice@example.com');
    await expect(invite('twice@example.com')).rejects.toThrow(/exists already/);
    await accept(code);
    expect(JSON.stringify(world().log)).not.toContain(code);
  });
});

it('a session names the other console to a person who may use both', async () => {
  const session = async (more: object, email: string) => {
    const { code } = await invite(email, more);
    return (await accept(code)).body;
  };
  const own = ['pub-1234567890123456'];
  await callAdmin(world().connection, 'createPublisher', { id: own[0]!, displayName: 'Acme' });
  const both = await session({ role: 'viewer', publishers: own }, 'both@example.com');
  expect(both.otherConsole).toBe(`${world().url}/console/`);
  expect(await session({ role: 'viewer' }, 'viewer@example.com')).not.toHaveProperty('otherConsole');
});

it('behind a proxy, other people get the configured name, and diptych console prints the address of this machine', async () => {
  const proxied = await startWorld({
    settings: { ...WITH_CONSOLES, 'console.names': ['localhost:9081', 'console.example'] },
  });
  try {
    const { adminUrl } = proxied.server;
    const invited = async (person: { email: string; role: 'operator'; publishers?: string[] }) =>
      (await callAdmin(proxied.connection, 'inviteUser', { publishers: [], ...person })).url;
    expect(await invited({ email: 'eve@example.com', role: 'operator' })).toMatch(
      /^https:\/\/console\.example\/console\/#invitation=/,
    );
    await callAdmin(proxied.connection, 'createPublisher', {
      id: 'pub-1234567890123456',
      displayName: 'Acme',
    });
    const both = await invited({
      email: 'both@example.com',
      role: 'operator',
      publishers: ['pub-1234567890123456'],
    });
    await accept(codeIn(both), PASSWORD, adminUrl);
    const session = await (await signInTo(proxied.url, 'both@example.com', PASSWORD)).get('/session');
    expect(session.body.otherConsole).toBe('https://console.example/console/');
    expect((await diptych('console', ...to(proxied))).out).toContain(`${adminUrl}/console/`);
  } finally {
    await proxied.close();
  }
});

it('an invitation names the publishers of the person', async () => {
  const { id } = await callAdmin(world().connection, 'createPublisher', { displayName: 'Zebra Games' });
  const { code } = await invite('zoe@example.com', { publishers: [id] });
  const { body } = await consolePage(origin()).post('/session:readInvitation', { code });
  expect(body).toMatchObject({ email: 'zoe@example.com', publisherNames: ['Zebra Games'] });
});

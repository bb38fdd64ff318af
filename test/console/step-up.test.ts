import { beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodNamed } from '../../src/admin/registry.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { newUser } from '../support/operator.ts';
import { useWorld } from '../support/use-world.ts';
import { type ConsolePage, reasonOf } from './support/console-http.ts';
import { PASSWORD, signedIn } from './support/people.ts';

const world = useWorld();

const MINUTE = 60_000;

let page: ConsolePage;
let other: string;
beforeAll(async () => {
  page = await signedIn(world(), 'ada', 'administrator');
  other = await newUser(world(), 'bo@example.com');
});

const setRole = (role: string) => page.post(`/admin/v1/users/${other}:setRole`, { role });

describe('A final action in the console', () => {
  it('is done within five minutes of the sign-in', async () => {
    world().advance(5 * MINUTE - 1);
    expect((await setRole('viewer')).status).toBe(200);
  });

  it('needs the password again after five minutes, and changes nothing without it', async () => {
    world().advance(1);
    const answer = await setRole('operator');
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'STEP_UP_REQUIRED']);
    const user = await callAdmin(world().connection, 'getUser', { user: other });
    expect(user.role).toBe('viewer');
  });

  it('can be tried out without the password: the consequences are shown before it is asked for', async () => {
    const trial = await page.post(`/admin/v1/users/${other}:setRole`, {
      role: 'operator',
      validateOnly: true,
    });
    expect([trial.status, trial.body.role]).toEqual([200, 'operator']);
    const user = await callAdmin(world().connection, 'getUser', { user: other });
    expect(user.role).toBe('viewer');
  });

  it('is not allowed by a wrong password or a code', async () => {
    const wrong = await page.post('/session:stepUp', { password: 'not the password' });
    expect([wrong.status, reasonOf(wrong)]).toEqual([403, 'PASSWORD_WRONG']);
    const code = await page.post('/session:stepUp', { code: 'x'.repeat(43) });
    expect([code.status, reasonOf(code)]).toEqual([401, 'CODE_INVALID']);
    expect(reasonOf(await setRole('operator'))).toBe('STEP_UP_REQUIRED');
  });

  it('is done after the password, which changes the cookie', async () => {
    const before = page.cookie();
    const proven = await page.post('/session:stepUp', { password: PASSWORD });
    expect([proven.status, proven.body.authTime]).toEqual([200, new Date(world().now()).toISOString()]);
    expect(page.cookie()).not.toBe(before);
    expect((await setRole('operator')).status).toBe(200);
    const old = await page.get('/session', { cookie: before });
    expect([old.status, reasonOf(old)]).toEqual([401, 'SESSION_ENDED']);
  });

  it('does not extend the session, even after the password', async () => {
    const { signInTime, authTime } = (await page.get('/session')).body;
    expect(Date.parse(authTime) - Date.parse(signInTime)).toBe(5 * MINUTE);
  });

  it('is not allowed by an extension of the session', async () => {
    world().advance(5 * MINUTE);
    await page.post('/session:extend');
    expect(reasonOf(await setRole('viewer'))).toBe('STEP_UP_REQUIRED');
  });

  it('is refused for a role that is too low before the password is asked for', async () => {
    const viewer = await signedIn(world(), 'eve', 'viewer');
    world().advance(6 * MINUTE);
    const answer = await viewer.post(`/admin/v1/users/${other}:setRole`, { role: 'viewer' });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'ROLE_INSUFFICIENT']);
  });

  it('needs no password with the token of a program, which has no session', async () => {
    await callAdmin(world().connection, 'setUserRole', { user: other, role: 'viewer' });
  });

  it('leaves the proof of the password in the audit log', async () => {
    const { events } = await callAdmin(world().connection, 'listEvents', {
      subject: 'consoleSession',
      event: 'stepUp',
    });
    expect(events).toHaveLength(1);
  });
});

/**
 * Final methods, and methods for keys, roles and credentials of users, that need no proof of the password.
 */
const WITHOUT: Readonly<Record<string, string>> = {
  decideProofings: 'a review decision, as rejectProofing: the sign-in is proof enough',
  rejectProofing: 'a review decision, many in an hour: the sign-in is proof enough',
};

describe('Of the methods of the administration', () => {
  const weighty = METHOD_NAMES.filter((name) => {
    const { final, secondPerson, http } = methodNamed(name);
    const isAboutKeysOrRoles = secondPerson === 'keys' || secondPerson === 'roles';
    return http[0] === 'POST' && (final !== undefined || isAboutKeysOrRoles);
  });

  it.each(weighty)('%s asks for a proof of the password, or says why not', (name) => {
    expect(methodNamed(name).stepUp === true).toBe(WITHOUT[name] === undefined);
  });

  it.each(['createUser', 'setUserPassword', 'issueToken', 'requestKey'] as const)(
    '%s needs a proof of the password too, because its result gives as much access as a role or a key',
    (name) => {
      expect(methodNamed(name).stepUp).toBe(true);
    },
  );
});

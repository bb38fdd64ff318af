import { beforeAll, describe, expect, it } from 'vitest';
import { SECOND_PERSON_EFFECTS } from '../../src/admin/contract/effects.ts';
import { guardedEffectsOf, METHOD_NAMES, methodNamed, needsStepUp } from '../../src/admin/contract/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { newOperator, newUser } from '../support/operator.ts';
import { refusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { type ConsolePage, reasonOf } from './support/console-http.ts';
import { PASSWORD, signedIn } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const MINUTE = 60_000;

let page: ConsolePage;
let other: string;
beforeAll(async () => {
  page = await signedIn(world(), 'ada', 'administrator');
  other = await newUser(world(), 'bo@example.com');
});

const setRole = (role: string) => page.post(`/admin/v1/users/${other}:setRole`, { role });

describe('A final action in the console', () => {
  it('a final action needs no password within 15 minutes of the sign-in', async () => {
    world().advance(10 * MINUTE);
    await page.post('/session:extend');
    world().advance(5 * MINUTE - 1);
    expect((await setRole('viewer')).status).toBe(200);
  });

  it('after 15 minutes a final action needs the password again, and changes nothing without it', async () => {
    world().advance(1);
    const answer = await setRole('operator');
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'SIGN_IN_TOO_OLD']);
    expect(answer.headers['www-authenticate']).toContain('max_age="900"');
    const user = await callAdmin(world().connection, 'getUser', { user: other });
    expect(user.role).toBe('viewer');
  });

  it('a dry run of a final action shows its consequences without the password', async () => {
    const trial = await page.post(`/admin/v1/users/${other}:setRole`, {
      role: 'operator',
      validateOnly: true,
    });
    expect([trial.status, trial.body.role]).toEqual([200, 'operator']);
    const user = await callAdmin(world().connection, 'getUser', { user: other });
    expect(user.role).toBe('viewer');
  });

  it('a wrong password or a code does not allow a final action', async () => {
    const wrong = await page.post('/session:stepUp', { password: 'not the password' });
    expect([wrong.status, reasonOf(wrong)]).toEqual([403, 'PASSWORD_WRONG']);
    const code = await page.post('/session:stepUp', { code: 'x'.repeat(43) });
    expect([code.status, reasonOf(code)]).toEqual([401, 'CODE_INVALID']);
    expect(reasonOf(await setRole('operator'))).toBe('SIGN_IN_TOO_OLD');
  });

  it('the password allows a final action, and changes the cookie', async () => {
    const before = page.cookie();
    const proven = await page.post('/session:stepUp', { password: PASSWORD });
    expect([proven.status, proven.body.authTime]).toEqual([200, new Date(world().now()).toISOString()]);
    expect(page.cookie()).not.toBe(before);
    expect((await setRole('operator')).status).toBe(200);
    const old = await page.get('/session', { cookie: before });
    expect([old.status, reasonOf(old)]).toEqual([401, 'SESSION_ENDED']);
  });

  it('entering the password for a final action does not extend the session', async () => {
    const { signInTime, authTime } = (await page.get('/session')).body;
    expect(Date.parse(authTime) - Date.parse(signInTime)).toBe(15 * MINUTE);
  });

  it('extending the session does not allow a final action', async () => {
    world().advance(10 * MINUTE);
    await page.post('/session:extend');
    world().advance(5 * MINUTE);
    expect(reasonOf(await setRole('viewer'))).toBe('SIGN_IN_TOO_OLD');
  });

  it('a request that the console answers by a sign-in is explained, but not among the refused ones', async () => {
    const asked = await setRole('viewer');
    expect(reasonOf(asked)).toBe('SIGN_IN_TOO_OLD');
    const unknown = { user: 'unknown-user@example.com', role: 'viewer' } as const;
    expect(await refusal(callAdmin(world().connection, 'setUserRole', unknown))).toBe('USER_NOT_FOUND');
    const { requests } = await callAdmin(world().connection, 'listRefusedRequests', {});
    expect(requests.map(({ reason }) => reason)).toEqual(['USER_NOT_FOUND']);
    const { refusals } = await callAdmin(world().connection, 'getCounts', {});
    expect(refusals.map(({ reason, count }) => [reason, count])).toEqual([['USER_NOT_FOUND', 1]]);
    const id = String(asked.headers['x-request-id']);
    const explained = await callAdmin(world().connection, 'getRequest', { id });
    expect(explained.requests).toMatchObject([{ outcome: 'SIGN_IN_TOO_OLD' }]);
  });

  it('a final action is refused for a role that is too low before the password is requested', async () => {
    const viewer = await signedIn(world(), 'eve', 'viewer');
    world().advance(14 * MINUTE);
    await viewer.post('/session:extend');
    world().advance(2 * MINUTE);
    const answer = await viewer.post(`/admin/v1/users/${other}:setRole`, { role: 'viewer' });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'ROLE_INSUFFICIENT']);
  });

  it('the admin token, which is no person, needs no password for a final action', async () => {
    await callAdmin(world().connection, 'setUserRole', { user: other, role: 'viewer' });
  });

  it('a command needs a sign-in of the last 15 minutes for a final action, by the same rule', async () => {
    const { connection } = await newOperator(world(), 'administrator');
    const setRole = () => refusal(callAdmin(connection, 'setUserRole', { user: other, role: 'viewer' }));
    world().advance(15 * MINUTE - 1000);
    expect(await setRole()).toBe('none');
    world().advance(1000);
    expect(await setRole()).toBe('SIGN_IN_TOO_OLD');
    expect(await refusal(callAdmin(connection, 'whoAmI', {}))).toBe('none');
  });

  it('the audit log records that the password was entered for a final action', async () => {
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

describe('Methods of the administration that need the password', () => {
  const weighty = METHOD_NAMES.filter((name) => {
    const { final, http } = methodNamed(name);
    const effects: readonly string[] = [...SECOND_PERSON_EFFECTS.keys, ...SECOND_PERSON_EFFECTS.roles];
    const isAboutKeysOrRoles = guardedEffectsOf(name).some((event) => effects.includes(event));
    return http[0] === 'POST' && (final !== undefined || isAboutKeysOrRoles);
  });

  it.each(weighty)('the method %s requires the password, or is listed with the reason why not', (name) => {
    expect(needsStepUp(name)).toBe(WITHOUT[name] === undefined);
  });

  it.each([
    'createUser',
    'changeUserPublishers',
    'setUserPassword',
    'createOAuthClient',
    'changeOAuthClient',
    'issueToken',
    'requestKey',
  ] as const)(
    'the method %s requires the password, because its result gives as much access as a role or a key',
    (name) => {
      expect(needsStepUp(name)).toBe(true);
    },
  );
});

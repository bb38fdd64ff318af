import { describe, expect, it } from 'vitest';
import type { Role } from '../../../src/accounts/permissions.ts';
import type { AccountReader, AccountStore } from '../../../src/accounts/ports/store.ts';
import { newUser } from '../../support/operator.ts';
import { type SoftAuthenticator, softAuthenticator } from '../../support/soft-authenticator.ts';
import { useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES, type World } from '../../support/world.ts';
import { type ConsoleAnswer, type ConsolePage, consolePage, reasonOf } from '../support/console-http.ts';
import { PASSWORD } from '../support/people.ts';

const MINUTE = 60_000;

/** The domain of passkeys is localhost. */
const LOCAL = { 'oauth.issuerUrl': 'http://localhost:1' };

const originOf = (world: World) => `http://localhost:${new URL(world.server.adminUrl).port}`;
const pageOf = (world: World): ConsolePage => consolePage(originOf(world));
const told = (answer: ConsoleAnswer) => [answer.status, reasonOf(answer)];

async function byPassword(world: World, email: string) {
  const page = pageOf(world);
  return { page, answer: await page.post('/session:signIn', { email, password: PASSWORD }) };
}

/** Registers a passkey in a session. */
async function register(page: ConsolePage, key: SoftAuthenticator, behaviour: object = {}) {
  const { publicKey } = (await page.post('/passkeys:challenge')).body;
  const passkey = key.create(publicKey, { origin: page.origin, ...behaviour });
  return page.post('/passkeys', { name: 'Key', passkey });
}

/** A person with a passkey, and the page on which it was registered. */
async function personWithPasskey(
  world: World,
  name: string,
  role: Role = 'viewer',
  key = softAuthenticator(),
) {
  const email = `${name}@example.com`;
  const id = await newUser(world, email, role);
  const { page } = await byPassword(world, email);
  const answer = await register(page, key);
  if (answer.status !== 200) throw new Error(answer.text);
  return { email, id, page, key };
}

/** Signs in by passkey alone. */
async function byPasskey(world: World, key: SoftAuthenticator, behaviour: object = {}) {
  const page = pageOf(world);
  const { publicKey } = (await page.post('/session:challenge')).body;
  const passkey = key.get(publicKey, { origin: page.origin, ...behaviour });
  return { page, passkey, answer: await page.post('/session:signInByPasskey', { passkey }) };
}

const eventsOf = async (world: World, subject: 'passkey' | 'consoleSession') =>
  (await world.admin('listEvents', { subject, pageSize: 200 })).events;

describe('A passkey of a user', () => {
  const world = useWorld({ settings: { ...WITH_CONSOLES, ...LOCAL } });

  it('a user registers a passkey, and it signs in alone, because it checks a PIN or a finger', async () => {
    const { key, id, page } = await personWithPasskey(world(), 'ada');
    const listed = (await page.get('/passkeys')).body.passkeys;
    expect(listed).toMatchObject([{ name: 'Key', isDeviceBound: true, isBackedUp: false }]);
    const { answer } = await byPasskey(world(), key);
    expect([answer.status, answer.body.person.id]).toEqual([200, id]);
    const signIns = (await eventsOf(world(), 'consoleSession')).filter(({ event }) => event === 'signIn');
    expect(signIns.at(-1)).toMatchObject({ reason: 'passkey' });
    expect(await eventsOf(world(), 'passkey')).toMatchObject([{ event: 'create' }]);
  });

  it('each console names its own address where passkeys work, and not that of the other', async () => {
    const email = 'ann@example.com';
    await newUser(world(), email, 'viewer');
    const placeOf = async (address: string) => {
      const page = consolePage(address);
      await page.post('/session:signIn', { email, password: PASSWORD });
      return (await page.get('/passkeys')).body;
    };
    const shared = { passkeys: [], domain: 'localhost' };
    expect(await placeOf(world().server.adminUrl)).toEqual({ ...shared, origin: originOf(world()) });
    expect(await placeOf(world().url)).toEqual({ ...shared, origin: 'http://localhost:1' });
  });

  it('the password of a user with a passkey is not enough: the passkey must follow', async () => {
    const { key, email } = await personWithPasskey(world(), 'bea');
    const { page, answer } = await byPassword(world(), email);
    expect([answer.status, answer.body.person]).toEqual([200, undefined]);
    expect(told(await page.get('/session'))).toEqual([401, 'SESSION_MISSING']);
    const { publicKey } = answer.body;
    expect(publicKey.allowCredentials).toMatchObject([{ id: key.id }]);
    const passkey = key.get(publicKey, { origin: page.origin });
    expect((await page.post('/session:signInByPasskey', { passkey })).body.person.email).toBe(email);
    const signIns = (await eventsOf(world(), 'consoleSession')).filter(({ event }) => event === 'signIn');
    expect(signIns.at(-1)).toMatchObject({ reason: 'passwordAndPasskey' });
  });

  it.each([
    ['from a page of another origin', { origin: 'https://localhost.example' }],
    ['from another port of this machine', { origin: 'http://localhost:9' }],
    ['without a PIN or a finger', { isVerified: false }],
  ])('an answer %s is refused', async (_, behaviour) => {
    const { key } = await personWithPasskey(
      world(),
      `cy-${Object.values(behaviour)[0]}`.replace(/\W+/g, '-'),
    );
    const { answer } = await byPasskey(world(), key, behaviour);
    expect(told(answer)).toEqual([403, 'PASSKEY_REFUSED']);
  });

  it('an answer for another domain is refused', async () => {
    const { page } = await personWithPasskey(world(), 'dan');
    const foreign = softAuthenticator({ domain: 'example.com' });
    expect(told(await register(page, foreign))).toEqual([400, 'PASSKEY_UNFIT']);
  });

  it('an answer works once, in the browser that asked, for five minutes', async () => {
    const { key } = await personWithPasskey(world(), 'eli');
    const { page, passkey, answer } = await byPasskey(world(), key);
    expect(answer.status).toBe(200);
    expect(told(await page.post('/session:signInByPasskey', { passkey }))).toEqual([403, 'PASSKEY_REFUSED']);

    const asked = pageOf(world());
    const { publicKey } = (await asked.post('/session:challenge')).body;
    const other = pageOf(world());
    await other.post('/session:challenge');
    const elsewhere = key.get(publicKey, { origin: other.origin });
    expect(told(await other.post('/session:signInByPasskey', { passkey: elsewhere }))[1]).toBe(
      'PASSKEY_REFUSED',
    );

    world().advance(5 * MINUTE);
    const late = key.get(publicKey, { origin: asked.origin });
    expect(told(await asked.post('/session:signInByPasskey', { passkey: late }))[1]).toBe('PASSKEY_REFUSED');
  });

  it('a counter that goes back is refused, and the audit log records it', async () => {
    const { key } = await personWithPasskey(world(), 'fay');
    expect((await byPasskey(world(), key, { counter: 7 })).answer.status).toBe(200);
    for (const counter of [7, 6, 0])
      expect(told((await byPasskey(world(), key, { counter })).answer)).toEqual([403, 'PASSKEY_REFUSED']);
    const refused = (await eventsOf(world(), 'passkey')).filter(({ event }) => event === 'refuse');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: 'counterWentBack' });
    expect((await byPasskey(world(), key, { counter: 8 })).answer.status).toBe(200);
  });

  it("the passkey of another person does not follow a user's password", async () => {
    const { email } = await personWithPasskey(world(), 'gus');
    const { key: others } = await personWithPasskey(world(), 'hal');
    const { page, answer } = await byPassword(world(), email);
    const passkey = others.get(answer.body.publicKey, { origin: page.origin });
    expect(told(await page.post('/session:signInByPasskey', { passkey }))).toEqual([403, 'PASSKEY_REFUSED']);
  });

  it('the first passkey ends the other sessions of the user, which somebody with the password may have', async () => {
    const email = 'joe@example.com';
    await newUser(world(), email, 'viewer');
    const { page: thief } = await byPassword(world(), email);
    const { publicKey } = (await thief.post('/passkeys:challenge')).body;
    const { page } = await byPassword(world(), email);
    const key = softAuthenticator();
    expect((await register(page, key)).status).toBe(200);
    const passkey = softAuthenticator().create(publicKey, { origin: thief.origin });
    expect(told(await thief.post('/passkeys', { name: 'Theirs', passkey }))).toEqual([401, 'SESSION_ENDED']);
    expect((await page.get('/passkeys')).body.passkeys).toHaveLength(1);
    const { page: other } = await byPasskey(world(), key);
    expect((await register(page, softAuthenticator())).status).toBe(200);
    expect((await other.get('/session')).status).toBe(200);
  });

  it('a sign-in by password that the first passkey overtakes begins no session', async () => {
    const email = 'kit@example.com';
    const id = await newUser(world(), email, 'viewer');
    const { page } = await byPassword(world(), email);
    const { store } = world().server.context.accounts as { store: { read: AccountStore['read'] } };
    const { read } = store;
    let registered: Promise<ConsoleAnswer> | undefined;
    // The sign-in has just read that there is no passkey.
    const overtaken = (reader: AccountReader): AccountReader => ({
      ...reader,
      async passkeysOf(userId) {
        const none = await reader.passkeysOf(userId);
        if (userId !== id || registered !== undefined) return none;
        registered = register(page, softAuthenticator());
        await registered;
        return none;
      },
    });
    store.read = (use) => read((reader) => use(overtaken(reader)));
    try {
      const { page: thief, answer } = await byPassword(world(), email);
      expect((await registered)?.status).toBe(200);
      expect(told(answer)).toEqual([403, 'PASSKEY_NEEDED']);
      expect((await thief.get('/session')).status).toBe(401);
    } finally {
      store.read = read;
    }
  });

  it('nobody can register the passkey of another person', async () => {
    const { key } = await personWithPasskey(world(), 'ian');
    const { page } = await personWithPasskey(world(), 'jo');
    expect(told(await register(page, key))).toEqual([400, 'PASSKEY_UNFIT']);
  });

  it('a user whose account is disabled cannot sign in by passkey', async () => {
    const { key, id } = await personWithPasskey(world(), 'kim');
    await world().admin('disableUser', { user: id });
    expect(told((await byPasskey(world(), key)).answer)).toEqual([403, 'PASSKEY_REFUSED']);
  });

  it('wrong answers count as wrong passwords do', async () => {
    const { key } = await personWithPasskey(world(), 'lea');
    for (let attempt = 0; attempt < 10; attempt += 1) await byPasskey(world(), key, { isVerified: false });
    expect(told((await byPasskey(world(), key)).answer)).toEqual([429, 'SIGN_INS_LIMITED']);
    world().advance(15 * MINUTE);
    expect((await byPasskey(world(), key)).answer.status).toBe(200);
  });

  it('a final action needs the passkey instead of the password', async () => {
    const { key, page } = await personWithPasskey(world(), 'mia', 'administrator');
    const target = await newUser(world(), 'target@example.com');
    const setRole = () => page.post(`/admin/v1/users/${target}:setRole`, { role: 'viewer' });
    world().advance(10 * MINUTE);
    await page.post('/session:extend');
    world().advance(6 * MINUTE);
    expect(told(await setRole())).toEqual([401, 'SIGN_IN_TOO_OLD']);
    expect(told(await page.post('/passkeys:challenge'))).toEqual([401, 'SIGN_IN_TOO_OLD']);
    expect(told(await page.post('/session:stepUp', { password: PASSWORD }))).toEqual([403, 'PASSKEY_NEEDED']);
    const { publicKey } = (await page.post('/session:stepUpChallenge')).body;
    const passkey = key.get(publicKey, { origin: page.origin });
    expect((await page.post('/session:stepUp', { passkey })).status).toBe(200);
    expect((await setRole()).status).toBe(200);
  });

  it('a user removes a passkey, and another administrator removes all of them', async () => {
    const { key, id, email, page } = await personWithPasskey(world(), 'ned');
    world().advance(1);
    await register(page, softAuthenticator());
    const [first, second] = (await page.get('/passkeys')).body.passkeys;
    const left = await page.post(`/passkeys/${first.id}:remove`);
    expect(left.body.passkeys.map(({ id: one }: { id: string }) => one)).toEqual([second.id]);
    expect(told((await byPasskey(world(), key)).answer)).toEqual([403, 'PASSKEY_REFUSED']);
    expect((await world().admin('listUserPasskeys', { user: id })).passkeys).toHaveLength(1);
    await world().admin('resetUserPasskeys', { user: id });
    expect(told(await page.get('/session'))).toEqual([401, 'SESSION_ENDED']);
    expect((await byPassword(world(), email)).answer.body.person.email).toBe(email);
  });

  it('an administrator cannot reset their own passkeys', async () => {
    const { page, id } = await personWithPasskey(world(), 'ora', 'administrator');
    const answer = await page.post(`/admin/v1/users/${id}:resetPasskeys`);
    expect(told(answer)).toEqual([403, 'SECOND_PERSON_NEEDED']);
  });
});

describe('A server that requires passkeys', () => {
  const world = useWorld({
    settings: {
      ...WITH_CONSOLES,
      ...LOCAL,
      'users.passkeys': 'required',
      'users.deviceBoundAdministrators': true,
    },
  });

  it('a session by password alone can register a passkey and nothing else', async () => {
    await newUser(world(), 'ada@example.com', 'viewer');
    const { page, answer } = await byPassword(world(), 'ada@example.com');
    expect(answer.body.mustRegisterPasskey).toBe(true);
    expect(told(await page.get('/admin/v1/holders'))).toEqual([403, 'PASSKEY_REGISTRATION_NEEDED']);
    const synced = softAuthenticator({ isSynced: true });
    expect((await register(page, synced)).status).toBe(200);
    expect((await page.get('/session')).body.mustRegisterPasskey).toBe(false);
    expect((await page.get('/admin/v1/holders')).status).toBe(200);
  });

  it('the last passkey cannot be removed', async () => {
    const { page } = await personWithPasskey(world(), 'bo');
    const [{ id }] = (await page.get('/passkeys')).body.passkeys;
    expect(told(await page.post(`/passkeys/${id}:remove`))).toEqual([400, 'PASSKEY_LAST']);
  });

  it('an administrator cannot register a passkey that is copied to other devices', async () => {
    await newUser(world(), 'cy@example.com', 'administrator');
    const { page } = await byPassword(world(), 'cy@example.com');
    const synced = softAuthenticator({ isSynced: true });
    expect(told(await register(page, synced))).toEqual([400, 'PASSKEY_UNFIT']);
    expect((await register(page, softAuthenticator())).status).toBe(200);
  });

  it('a user who becomes administrator must register a passkey that stays on one device, and signs in with it', async () => {
    const synced = softAuthenticator({ isSynced: true });
    const { id, page } = await personWithPasskey(world(), 'dee', 'viewer', synced);
    await world().admin('setUserRole', { user: id, role: 'administrator' });
    expect(told(await page.get('/admin/v1/holders'))).toEqual([403, 'PASSKEY_REGISTRATION_NEEDED']);
    const { page: fresh, answer } = await byPasskey(world(), synced);
    expect(answer.body.mustRegisterPasskey).toBe(true);
    expect((await register(fresh, softAuthenticator())).status).toBe(200);
    expect((await fresh.get('/admin/v1/holders')).status).toBe(200);
    expect(told((await byPasskey(world(), synced)).answer)).toEqual([403, 'PASSKEY_REFUSED']);
  });
});

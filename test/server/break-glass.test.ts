import { chmodSync, chownSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { HOUR, MINUTE, SECOND } from '../../src/conventions/time.ts';
import { breakGlass } from '../../src/server/break-glass/break-glass.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { breakGlass as checkBreakGlass } from '../../src/server/doctor/break-glass.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { consolePage, reasonOf } from '../console/support/console-http.ts';
import { openBreakGlass, organisation } from '../support/break-glass.ts';
import { diptych } from '../support/cli.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import { refusal } from '../support/refusal.ts';
import { startServing, startWorld, WITH_CONSOLES } from '../support/world.ts';

const ORGANISATIONS = { 'signIn.organisations': [organisation()] };
const settings = { ...ORGANISATIONS, 'admin.secondPerson': ['credentials'] };
const { world, operator } = useGuardedWorld(settings, { ada: 'administrator' });

const token = () => readFileSync(world().server.context.folder.adminToken, 'utf8').trim();
const adminUrl = () => world().server.adminUrl;
const asToken = (given = token()) => ({ url: adminUrl(), token: given });
const whoAmI = (given?: string) => refusal(callAdmin(asToken(given), 'whoAmI', {}));
const open = (changes?: object, mode?: number) => openBreakGlass(world().server, changes, mode);
const file = () => world().server.context.folder.breakGlass;
const guard = () => world().server.context.breakGlass!;

/** The newest entries first. */
async function entries() {
  const asked = { subject: 'breakGlass', orderBy: 'time desc', pageSize: 10 } as const;
  return (await callAdmin(operator('ada').connection, 'listEvents', asked)).events;
}

const command = (...args: readonly string[]) =>
  diptych('break-glass', ...args, '--data', world().server.context.folder.path);

afterEach(async () => {
  vi.restoreAllMocks();
  await world().server.context.breakGlass?.round();
  await command('close');
  await guard().round();
});

describe('The admin token, if operators sign in by an organisation', () => {
  it('does not work, and the refusal says what does', async () => {
    await expect(callAdmin(asToken(), 'whoAmI', {})).rejects.toThrow('diptych login');
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
    expect(await whoAmI('another token')).toBe('TOKEN_INVALID');
  });

  it('is not needed to ask whether the server is ready', async () => {
    const ask = (...options: readonly string[]) =>
      diptych('status', ...options, '--data', world().server.context.folder.path);
    expect(await ask('--ready')).toMatchObject({ exit: 0, out: 'ready  yes\n', err: '' });
    expect(await ask('--as-admin')).toMatchObject({ exit: 1, out: '' });
  });

  it('works for an hour after break glass was opened, and is then replaced', async () => {
    const first = token();
    vi.spyOn(Date, 'now').mockImplementation(world().now);
    const opened = await command('open', '--reason', 'the provider is down', '--json');
    expect(opened).toMatchObject({ exit: 0, err: '' });
    expect(JSON.parse(opened.out)).toMatchObject({ state: 'open', reason: 'the provider is down' });
    expect((await command('status')).out).toContain('the provider is down');
    expect(await whoAmI()).toBe('none');
    world().advance(HOUR - SECOND);
    expect(await whoAmI()).toBe('none');
    world().advance(SECOND);
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
    expect(token()).not.toBe(first);
    expect(await whoAmI(first)).toBe('TOKEN_INVALID');
    open();
    expect([await whoAmI(), await whoAmI(first)]).toEqual(['none', 'TOKEN_INVALID']);
  });

  it('an opening cannot be made longer, and is closed by the command at once', async () => {
    vi.spyOn(Date, 'now').mockImplementation(world().now);
    const first = token();
    await command('open', '--reason', 'drill');
    const again = await command('open', '--reason', 'drill');
    expect([again.exit, again.err]).toEqual([2, expect.stringContaining('open already')]);
    expect((await command('close')).out).toContain('replaced');
    expect(await whoAmI(first)).toBe('TOKEN_INVALID');
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
    expect((await command('status')).out).toContain('closed');
  });

  it('the opening, each use and the end are in the audit log with the reason, and in the log and the metrics', async () => {
    const before = world().log.length;
    open({ reason: 'the provider is down' });
    await guard().round();
    await whoAmI();
    await callAdmin(asToken(), 'listUsers', {});
    await command('close');
    await guard().round();
    await guard().round();
    const [end, second, first, start] = await entries();
    expect([start, first, second, end].map((entry) => entry?.event)).toEqual(['open', 'use', 'use', 'close']);
    expect(new Set([start, first, second, end].map((entry) => entry?.subjectId)).size).toBe(1);
    expect(start).toMatchObject({ actor: 'file', note: 'the provider is down' });
    expect(second).toMatchObject({
      operatorId: 'operator',
      note: 'the provider is down',
      concerns: ['listUsers'],
    });
    const lines = world()
      .log.slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 50);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'break glass opened: the admin token works',
      'admin token used while break glass is open',
      'admin token used while break glass is open',
    ]);
    expect(world().log.slice(before).join('')).not.toContain('provider is down');
    const metrics = await (await fetch(`${adminUrl()}/metrics`)).text();
    expect(metrics).toMatch(/^diptych_break_glass_events_total\{event="use"\} [1-9]/m);
    expect(metrics).toMatch(/^diptych_break_glass_open 0$/m);
  });

  it('while it works, metrics and the readiness check on the admin listener say so', async () => {
    open();
    expect(await (await fetch(`${adminUrl()}/metrics`)).text()).toMatch(/^diptych_break_glass_open 1$/m);
    const { warnings } = (await (await fetch(`${adminUrl()}/readyz`)).json()) as { warnings: string[] };
    expect(warnings).toContainEqual(expect.stringContaining('break glass is open until'));
  });

  it('a session of the console that it began, before there is an administrator, ends with it', async () => {
    const fresh = await startWorld({ settings: { ...WITH_CONSOLES, ...ORGANISATIONS } });
    openBreakGlass(fresh.server);
    const { code = '' } = await fresh.admin('startConsole', {});
    const page = consolePage(fresh.server.adminUrl);
    expect((await page.post('/session:start', { code })).status).toBe(200);
    for (let passed = 0; passed < 50; passed += 10) {
      fresh.advance(10 * MINUTE);
      expect((await page.post('/session:extend')).status).toBe(200);
    }
    fresh.advance(10 * MINUTE);
    const first = { email: 'eve@example.com', password: 'a password that is long enough' };
    const answer = await page.post('/session:createFirstAdministrator', first);
    expect([answer.status, reasonOf(answer)]).toEqual([401, 'SESSION_ENDED']);
    await fresh.close();
  });

  it('it is no person: it neither requests nor approves what needs a second person', async () => {
    open();
    const { id: user } = operator('ada');
    expect(await refusal(callAdmin(asToken(), 'setUserRole', { user, role: 'viewer' }))).toBe(
      'SIGN_IN_NEEDED',
    );
    const email = 'ben@example.com';
    const password = 'a password that is long enough';
    const create = callAdmin(asToken(), 'createUser', {
      email,
      password,
      publishers: [],
      role: 'administrator',
    });
    expect(await refusal(create)).toBe('ROLE_NEEDS_SECOND_PERSON');
    expect(await refusal(callAdmin(asToken(), 'approveApproval', { id: 'a-1' }))).toBe('SIGN_IN_NEEDED');
  });

  it('processes that share the folder record an opening once, and all of them end it', async () => {
    const { folder, clock, accounts } = world().server.context;
    const id = 'opening-of-two-process';
    const seen: string[] = [];
    const deps = { folder, clock, store: accounts.store };
    const processes = [1, 2].map(() => breakGlass({ ...deps, observe: ({ event }) => seen.push(event) }));
    const round = () => Promise.all(processes.map((process) => process.round()));
    const recorded = async () =>
      (await entries()).filter(({ subjectId }) => subjectId === id).map(({ event }) => event);
    open({ id });
    await round();
    expect([await recorded(), seen]).toEqual([['open'], ['open']]);
    world().advance(HOUR);
    await round();
    expect([await recorded(), seen]).toEqual([
      ['close', 'open'],
      ['open', 'close'],
    ]);
    expect(processes.map((process) => process.openUntil())).toEqual([undefined, undefined]);
  });
});

describe('Attacks on break glass', () => {
  it.each([
    ['of another user', () => chownSync(file(), 12_345, 12_345)],
    ['open to other users', () => chmodSync(file(), 0o644)],
    ['with other members', () => writeFileSync(file(), '{"id":"x"}')],
    ['too large', () => writeFileSync(file(), `${readFileSync(file(), 'utf8')}${' '.repeat(10_000)}`)],
  ] as const)('a file %s opens nothing, and the doctor names it', async (_, forge) => {
    open();
    forge();
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
    const { context } = world().server;
    const given = loadSettings({ environment: {}, options: ORGANISATIONS });
    const found = await checkBreakGlass({ settings: given, folder: context.folder, now: world().now() });
    expect(found.map(({ level }) => level)).toEqual(['failure']);
    expect((await command('open', '--reason', 'x')).exit).toBe(2);
    writeFileSync(file(), '');
    open();
  });

  it('before the first start there is nothing to find', async () => {
    const given = loadSettings({ environment: {}, options: ORGANISATIONS });
    const folder = dataFolder(join(world().folder, 'not yet'));
    const [found] = await checkBreakGlass({ settings: given, folder, now: world().now() });
    expect(found?.text).toContain('no admin token');
  });

  it('a link to a file elsewhere opens nothing', async () => {
    open();
    const elsewhere = join(world().folder, 'elsewhere.json');
    writeFileSync(elsewhere, readFileSync(file()), { mode: 0o600 });
    openBreakGlass(world().server);
    rmSync(file());
    symlinkSync(elsewhere, file());
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
    rmSync(file());
  });

  it('a file from the future opens nothing, also not before its time', async () => {
    open({ openedAt: world().now() + MINUTE });
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
  });

  it('a file from more than an hour ago opens nothing', async () => {
    open({ openedAt: world().now() - HOUR });
    expect(await whoAmI()).toBe('BREAK_GLASS_CLOSED');
    expect(existsSync(file())).toBe(false);
  });

  it('a clock that is set back makes the hour no longer', async () => {
    const { folder, accounts } = world().server.context;
    let [clock, elapsed] = [world().now(), 0];
    const deps = { folder, store: accounts.store, observe: () => {} };
    const own = breakGlass({ ...deps, clock: () => clock, elapsed: () => elapsed });
    open({ openedAt: clock });
    const end = own.openUntil();
    clock += 59 * MINUTE;
    expect(own.openUntil()).toBe(end);
    clock -= 30 * MINUTE;
    elapsed += 59 * MINUTE;
    expect(own.openUntil()).toBe(end);
    clock -= 29 * MINUTE;
    elapsed += MINUTE;
    expect(own.openUntil()).toBeUndefined();
    await own.round();
    expect(existsSync(file())).toBe(false);
  });

  it.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['10.1.2.3', 401],
    ['::ffff:10.1.2.3', 401],
    ['fe80::1', 401],
  ])('a request from %s is answered with %i', async (remoteAddress, status) => {
    open();
    const headers = { authorization: `Bearer ${token()}`, host: '127.0.0.1' };
    const answer = await world().server.admin.inject({ url: '/admin/v1/whoami', headers, remoteAddress });
    expect(answer.statusCode).toBe(status);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('a request that a proxy on this machine passed on is refused: %s', async (name, value) => {
    open();
    const headers = { authorization: `Bearer ${token()}`, [name]: value };
    expect((await fetch(`${adminUrl()}/admin/v1/whoami`, { headers })).status).toBe(401);
  });

  it('a refused request is not in the audit log, and does not count as use', async () => {
    const before = (await entries())[0]?.id;
    await whoAmI();
    expect((await entries())[0]?.id).toBe(before);
  });
});

describe('Without an organisation', () => {
  it('the admin token works, and a file changes nothing', async () => {
    const serving = await startServing();
    const { folder, breakGlass: none } = serving.server.context;
    expect(none).toBeUndefined();
    const connection = {
      url: serving.server.adminUrl,
      token: readFileSync(folder.adminToken, 'utf8').trim(),
    };
    expect(await refusal(callAdmin(connection, 'whoAmI', {}))).toBe('none');
    await serving.close();
  });
});

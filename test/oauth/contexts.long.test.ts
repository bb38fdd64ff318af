import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BIN } from '../support/bin.ts';
import { diptych } from '../support/cli.ts';
import { runLogin } from '../support/login.ts';
import { ACME, EMAIL, type OAuthWorld, useOAuthWorld } from '../support/oauth-world.ts';
import { newUser, visit } from '../support/operator.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [production, staging] = [useOAuthWorld(), useOAuthWorld()];

let file: string;
beforeEach(() => {
  file = join(temporaryFolder('contexts'), 'contexts.json');
  vi.stubEnv('DIPTYCH_SIGN_IN', file);
});
afterEach(() => void vi.unstubAllEnvs());

const kept = () => JSON.parse(readFileSync(file, 'utf8'));

/** Changes the sign-in of a context in the file. */
function change(name: string, kind: 'admin' | 'mediation', members: object): void {
  const all = kept();
  Object.assign(all.contexts[name][kind].signIn, members);
  writeFileSync(file, JSON.stringify(all));
}

let users = 0;

/** Signs a new operator in at a server. Returns the email. */
async function login({ url, connection }: OAuthWorld, ...args: readonly string[]): Promise<string> {
  users += 1;
  const email = `operator-${users}@example.com`;
  await newUser({ url, connection }, email, 'viewer');
  const { exit, err } = await runLogin(['login', ...args], (address) => visit(url, address, email));
  expect(exit, err).toBe(0);
  return email;
}

/** Signs the user of a server in at its mediation interface. */
const mediationLogin = (world: OAuthWorld, ...args: readonly string[]) =>
  runLogin(['mediation', 'login', ...args], async (address) => {
    const back = await world.allow(world.browser(), address, [ACME]);
    await fetch(back);
  });

const adminOf = ({ connection }: OAuthWorld) => ['--admin-url', connection.url];

/** Signs in as above, with the command line in a process of its own. */
async function loginProcess(world: OAuthWorld, name: string): Promise<number> {
  const args = ['mediation', 'login', '--context', name, '--base-url', world.url];
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? -1)));
  let told = '';
  for await (const chunk of child.stderr) {
    told += String(chunk);
    const [, address] = /(https?:\/\/\S+)\s/.exec(told) ?? [];
    if (address === undefined) continue;
    await fetch(await world.allow(world.browser(), address, [ACME]));
    break;
  }
  return ended;
}

async function whoami(...args: readonly string[]) {
  const { exit, out, err } = await diptych('whoami', '--json', ...args);
  expect(exit, err).toBe(0);
  const { server, context, email } = JSON.parse(out);
  return { server, context, email };
}

const listed = async () => JSON.parse((await diptych('contexts', 'list', '--json')).out).contexts;

describe('Sign-ins at two servers', () => {
  it('each command goes to the server of its context, as the user of its sign-in', async () => {
    const ada = await login(production(), '--context', 'production', ...adminOf(production()));
    const ben = await login(staging(), '--context', 'staging', ...adminOf(staging()));
    const [first, second] = [
      { server: production().connection.url, context: 'production', email: ada },
      { server: staging().connection.url, context: 'staging', email: ben },
    ];
    expect(await whoami()).toEqual(second);
    expect(await whoami('--context', 'production')).toEqual(first);
    vi.stubEnv('DIPTYCH_CONTEXT', 'production');
    expect(await whoami()).toEqual(first);
    expect(await whoami('--context', 'staging')).toEqual(second);
    vi.unstubAllEnvs();
    vi.stubEnv('DIPTYCH_SIGN_IN', file);
    expect(await diptych('contexts', 'use', 'production')).toMatchObject({ exit: 0 });
    expect(await whoami()).toEqual(first);
  });

  it('one context has the sign-ins at both interfaces of a server', async () => {
    await login(production(), '--context', 'production', ...adminOf(production()));
    await mediationLogin(production(), '--context', 'production', '--base-url', production().url);
    await mediationLogin(staging(), '--context', 'staging', '--base-url', staging().url);
    expect(Object.keys(kept().contexts.production)).toEqual(['admin', 'mediation']);
    const accounts = await diptych('mediation', 'accounts', '--context', 'production');
    expect(accounts).toMatchObject({ exit: 0 });
    const { exit, err } = await diptych('users', 'list', '--context', 'staging');
    expect([exit, err]).toEqual([
      2,
      expect.stringContaining('run diptych login --admin-url URL --context staging'),
    ]);
  });

  it('two sign-ins and two renewals at the same time lose nothing', async () => {
    const exits = await Promise.all([loginProcess(production(), 'one'), loginProcess(staging(), 'two')]);
    expect(exits).toEqual([0, 0]);
    for (const name of ['one', 'two']) change(name, 'mediation', { accessToken: 'old', expiresAt: 0 });
    // A refresh token that is used twice would end the grant.
    const { freshToken } = await import('../../src/cli/mediation/sign-in/refresh-token.ts');
    const tokens = await Promise.all(['one', 'one', 'two', 'one', 'two'].map((name) => freshToken(name)));
    const [one, , two] = tokens;
    expect(tokens).toEqual([one, one, two, one, two]);
    expect(kept().contexts).toMatchObject({
      one: { mediation: { signIn: { accessToken: one } } },
      two: { mediation: { signIn: { accessToken: two } } },
    });
    expect(await diptych('mediation', 'accounts', '--context', 'one')).toMatchObject({ exit: 0, err: '' });
  });

  it('the list shows server, user and end of the sign-in, and no token', async () => {
    const email = await login(production(), '--context', 'production', ...adminOf(production()));
    await mediationLogin(staging(), '--context', 'staging', '--base-url', staging().url);
    const { out } = await diptych('contexts', 'list');
    expect(out).toMatch(
      new RegExp(`^production +admin +http://127\\.0\\.0\\.1:\\d+ +${email} +ends in [78] h$`, 'm'),
    );
    expect(out).toMatch(new RegExp(`^staging +yes +mediation +http://\\S+ +${EMAIL} +renews itself$`, 'm'));
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect((await diptych('contexts', 'list', '--names')).out).toBe('production\nstaging\n');
    change('production', 'admin', { expiresAt: 0 });
    expect(await listed()).toMatchObject([
      {
        name: 'production',
        current: false,
        interfaces: [{ interface: 'admin', state: 'expired', person: email }],
      },
      {
        name: 'staging',
        current: true,
        interfaces: [{ interface: 'mediation', renews: true, url: staging().url }],
      },
    ]);
    const { accessToken } = kept().contexts.production.admin.signIn;
    const all = await diptych('contexts', 'list', '--json', '--wide');
    expect(`${out}${all.out}`).not.toContain(accessToken);
    expect(`${out}${all.out}`).not.toMatch(/[rR]efreshToken|secret/);
  });
});

describe('A sign-in that cannot be used', () => {
  it('that has expired is refused with the command that mends it, which needs no address', async () => {
    const name = ['--context', 'production'] as const;
    const before = await login(production(), ...name, ...adminOf(production()));
    change('production', 'admin', { expiresAt: 1 });
    const { exit, err } = await diptych('whoami');
    expect([exit, err]).toEqual([
      2,
      expect.stringContaining('has expired; run diptych login --context production'),
    ]);
    const after = await login(production(), ...name);
    expect(after).not.toBe(before);
    expect(await whoami()).toMatchObject({ email: after });
  });

  it('that another server answers is refused with the command that signs in there', async () => {
    await login(production(), '--context', 'production', ...adminOf(production()));
    const all = kept();
    all.contexts.production.admin.url = staging().connection.url;
    writeFileSync(file, JSON.stringify(all));
    const { exit, err } = await diptych('whoami');
    expect([exit, err]).toEqual([1, expect.stringContaining('run diptych login --context production')]);
    await mediationLogin(production(), '--context', 'ads', '--base-url', production().url);
    const ads = kept();
    ads.contexts.ads.mediation.url = staging().url;
    writeFileSync(file, JSON.stringify(ads));
    const refused = await diptych('mediation', 'accounts', '--context', 'ads');
    expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining('mediation login --context ads') });
  });

  it('a context keeps its server: a sign-in at another one needs another name', async () => {
    await login(production(), '--context', 'production', ...adminOf(production()));
    const { exit, err } = await diptych('login', '--context', 'production', ...adminOf(staging()));
    expect([exit, err]).toEqual([2, expect.stringContaining('choose another name')]);
    const two = await diptych('whoami', '--context', 'production', ...adminOf(staging()));
    expect(two).toMatchObject({ exit: 2, err: expect.stringContaining('name two servers') });
  });
});

describe('The end of a sign-in', () => {
  it('logout ends it at the server; later commands are refused and use no other credential', async () => {
    await login(production(), '--context', 'production', ...adminOf(production()));
    const { url, signIn } = kept().contexts.production.admin;
    expect(await diptych('logout', '--context', 'production')).toMatchObject({
      exit: 0,
      out: 'Signed out.\n',
    });
    const headers = { authorization: `Bearer ${signIn.accessToken}` };
    expect((await fetch(`${url}/admin/v1/whoami`, { headers })).status).toBe(401);
    expect(readFileSync(file, 'utf8')).not.toContain(signIn.accessToken);
    const { exit, err } = await diptych('whoami');
    expect([exit, err]).toEqual([2, expect.stringContaining('signed out of the context production')]);
    expect((await diptych('logout')).out).toBe('No user was signed in.\n');
    expect(await listed()).toMatchObject([{ name: 'production', interfaces: [{ state: 'signedOut' }] }]);
  });

  it('remove ends all sign-ins of the context at the server, and forgets it', async () => {
    await login(production(), '--context', 'production', ...adminOf(production()));
    await mediationLogin(production(), '--context', 'production', '--base-url', production().url);
    const { admin, mediation } = kept().contexts.production;
    expect(await diptych('contexts', 'remove', 'production')).toMatchObject({
      exit: 0,
      out: 'Removed production.\n',
    });
    expect(kept()).toEqual({ version: 1, contexts: {} });
    const called = (address: string, { accessToken }: { readonly accessToken: string }) =>
      fetch(address, { headers: { authorization: `Bearer ${accessToken}` } });
    expect((await called(`${admin.url}/admin/v1/whoami`, admin.signIn)).status).toBe(401);
    expect((await called(`${mediation.url}/v1beta/accounts`, mediation.signIn)).status).toBe(401);
    expect(await diptych('contexts', 'remove', 'production')).toMatchObject({ exit: 2 });
  });

  it('remove says so if the server is not there to confirm it', async () => {
    await mediationLogin(production(), '--context', 'production', '--base-url', production().url);
    change('production', 'mediation', { revocationEndpoint: 'http://127.0.0.1:1/' });
    const { exit, out } = await diptych('contexts', 'remove', 'production');
    expect([exit, out]).toEqual([0, expect.stringContaining('1 of its sign-ins ended on this machine only')]);
  });
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { diptych } from '../support/cli.ts';
import { runLogin } from '../support/login.ts';
import { ACME, EMAIL, NEWS, useOAuthWorld } from '../support/oauth-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const world = useOAuthWorld();

let file: string;
beforeEach(() => {
  file = join(temporaryFolder('sign-in'), 'config', 'contexts.json');
  vi.stubEnv('DIPTYCH_SIGN_IN', file);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = 0;
});

/** What a person does who gets this address; `publishers` are those that she allows. */
async function visit(address: string, publishers: readonly string[]): Promise<void> {
  const back = await world().allow(world().browser(), address, publishers);
  if (back.hostname === '127.0.0.1' && back.port !== new URL(world().url).port) await fetch(back);
}

/** Runs `diptych mediation login`, and visits the address that it prints. */
const login = (publishers: readonly string[], ...args: readonly string[]) =>
  runLogin(['mediation', 'login', ...args], (address) => visit(address, publishers));

const kept = () => JSON.parse(readFileSync(file, 'utf8'));

/** The context that the command makes for this server. */
const named = () => new URL(world().url).host.replace(':', '-');
const signedIn = () => kept().contexts[named()].mediation.signIn;

describe('diptych mediation login', () => {
  it('later commands act as the user, on the server of the sign-in, with the accounts of the consent', async () => {
    const { exit, out, err } = await login([ACME], '--base-url', world().url);
    expect([exit, out], err).toEqual([0, expect.stringContaining('until you sign out')]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { out: accounts } = await diptych('mediation', 'accounts', '--json');
    expect(JSON.parse(accounts).account).toMatchObject([{ publisherId: ACME }]);
    const { accessToken, refreshToken, person } = signedIn();
    expect(person).toBe(EMAIL);
    for (const secret of [accessToken, refreshToken]) expect(`${out}${err}`).not.toContain(secret);
  });

  it('the server asks for consent each time, because any program can claim to be the built-in client', async () => {
    const visitor = world().browser();
    const redirectUri = 'http://127.0.0.1:9004';
    const client = { id: 'diptych-command-line', secret: undefined, redirectUri, file: {} };
    const address = world().authorization(client);
    const first = await world().allow(visitor, address, [ACME]);
    expect(first.origin).toBe(redirectUri);
    const again = await visitor.open(address);
    expect(again.url.origin).toBe(world().url);
    expect(again.html).toContain('Diptych command line');
  });

  it('refreshes an expired token, and says so when the sign-in has ended', async () => {
    const { url } = world();
    await login([ACME], '--base-url', url);
    const expired = { ...signedIn(), accessToken: 'old', expiresAt: 0 };
    const keep = (signIn: object) =>
      writeFileSync(
        file,
        JSON.stringify({ ...kept(), contexts: { [named()]: { mediation: { url, signIn } } } }),
      );
    keep(expired);
    expect(await diptych('mediation', 'accounts')).toMatchObject({ exit: 0, err: '' });
    expect(signedIn().accessToken).not.toBe('old');
    expect(signedIn().refreshToken).not.toBe(expired.refreshToken);
    keep({ ...expired, refreshToken: 'x' });
    expect(await diptych('mediation', 'accounts')).toMatchObject({
      exit: 2,
      err: expect.stringContaining(`has ended; run diptych mediation login --context ${named()}`),
    });
  });

  it('signs in with a registered client and its secret, for one scope', async () => {
    const { file: secrets } = await world().client({ name: 'Ad desk' });
    const path = join(temporaryFolder('client'), 'client_secret.json');
    writeFileSync(path, JSON.stringify(secrets));
    const args = ['--base-url', world().url, '--client-file', path, '--scope', 'readonly'];
    const { exit, err, address } = await login([ACME, NEWS], ...args);
    expect(exit, err).toBe(0);
    expect(new URL(address).searchParams.get('scope')).toMatch(/readonly$/);
    const several = await diptych('mediation', 'groups', 'list');
    expect(several).toMatchObject({ exit: 2, err: expect.stringContaining(`--account: ${ACME}, ${NEWS}`) });
    const create = ['groups', 'create', 'G', '--platform', 'ios', '--format', 'banner', '--account', ACME];
    expect(await diptych('mediation', ...create)).toMatchObject({ exit: 1 });
  });

  it('signs out: the grant ends at the server', async () => {
    await login([ACME], '--base-url', world().url);
    const { accessToken } = signedIn();
    expect(await diptych('mediation', 'logout')).toMatchObject({ exit: 0 });
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await fetch(`${world().url}/v1beta/accounts`, { headers })).status).toBe(401);
    expect(kept().contexts).toEqual({ [named()]: { mediation: { url: world().url } } });
  });

  it.each<readonly [string, readonly string[], string]>([
    ['a scope that is not there', ['--scope', 'admin'], 'has no scope admin; it has monetization, readonly'],
    ['two clients', ['--client-id', 'a', '--client-file', 'b'], 'leave one out'],
    ['the public service without a client', ['--base-url', 'https://admob.googleapis.com'], '--client-file'],
  ])('refuses %s', async (_, args, text) => {
    const { exit, err } = await diptych('mediation', 'login', '--base-url', world().url, ...args);
    expect([exit, err]).toEqual([2, expect.stringContaining(text)]);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { diptych } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { MINE, OTHER, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();

afterEach(() => void vi.unstubAllEnvs());

describe('The server and the token of a mediation command', () => {
  it('names both by variables', async () => {
    vi.stubEnv('DIPTYCH_BASE_URL', world().url);
    vi.stubEnv('DIPTYCH_TOKEN', world().token.read);
    const { exit, out, err } = await diptych('mediation', 'accounts');
    expect({ exit, err, rows: out.trim().split('\n').length }).toEqual({ exit: 0, err: '', rows: 2 });
    expect(out).toContain(MINE);
  });

  it('prints the objects of the interface with --json', async () => {
    vi.stubEnv('DIPTYCH_TOKEN', world().token.other);
    const { out } = await diptych('mediation', 'accounts', '--json', '--base-url', `${world().url}/v1beta/`);
    expect(JSON.parse(out)).toMatchObject({ account: [{ name: `accounts/${OTHER}`, publisherId: OTHER }] });
  });

  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[], number, string]>([
    [
      'a token that the server does not know',
      { DIPTYCH_TOKEN: 'wrong' },
      [],
      1,
      'run diptych mediation login',
    ],
    ['no sign-in', {}, [], 2, 'you are not signed in'],
    ['no address', { DIPTYCH_TOKEN: 't' }, ['--base-url', 'ads.example.com'], 2, 'starts with http'],
    [
      'a password in the address',
      {},
      ['--base-url', 'http://a:b@localhost'],
      2,
      'must not contain a password',
    ],
    ['no server', { DIPTYCH_TOKEN: 't' }, ['--base-url', 'http://127.0.0.1:1'], 3, 'no server answers'],
  ])('says what to do about %s', async (_, variables, args, status, text) => {
    const path = temporaryFolder('sign-in');
    for (const [name, value] of Object.entries({ DIPTYCH_SIGN_IN: `${path}/none.json`, ...variables }))
      vi.stubEnv(name, value);
    vi.stubEnv('DIPTYCH_BASE_URL', world().url);
    const { exit, out, err } = await diptych('mediation', 'accounts', ...args);
    expect({ exit, out }).toEqual({ exit: status, out: '' });
    expect(err).toContain(text);
    expect(err).not.toMatch(/wrong|\.ts:/);
  });
});

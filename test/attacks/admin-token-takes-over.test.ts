import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeToken } from '../../src/cli/sign-in/kept-token.ts';
import { diptych } from '../support/cli.ts';
import { newOperator, type TestOperator } from '../support/operator.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';

/** A viewer tries to become an administrator: the data folder that the command uses contains admin.token. */
const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'diptych-tokens-'));
const [missing, named] = [join(folder, 'missing'), join(folder, 'named')];
const kept = () => join(world().folder, 'operator.token');
let viewer: TestOperator;

beforeAll(async () => {
  viewer = await newOperator(world(), 'viewer');
}, HOOK_TIMEOUT);
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(kept(), { force: true });
  rmSync(named, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const whoami = (...args: readonly string[]) => diptych('whoami', '--data', world().folder, ...args);

async function expectRefused(words: readonly string[], ...args: readonly string[]) {
  const { exit, out, err } = await whoami(...args);
  expect([exit, out]).toEqual([2, '']);
  for (const word of words) expect(err).toContain(word);
}

describe('A command whose sign-in cannot be used does not use the admin token instead', () => {
  it('a missing --token-file is not replaced by the admin token', async () => {
    await expectRefused([missing, '--token-file', 'diptych login'], '--token-file', missing);
    vi.stubEnv('DIPTYCH_TOKEN_FILE', missing);
    await expectRefused([missing, 'DIPTYCH_TOKEN_FILE', 'diptych login']);
  });

  it('a missing --token-file is not replaced by DIPTYCH_ADMIN_TOKEN', async () => {
    vi.stubEnv('DIPTYCH_ADMIN_TOKEN', world().connection.token);
    await expectRefused([missing], '--token-file', missing);
    vi.stubEnv('DIPTYCH_TOKEN_FILE', missing);
    await expectRefused(['DIPTYCH_ADMIN_TOKEN', 'DIPTYCH_TOKEN_FILE']);
  });

  it('a token file without a sign-in, or one that cannot be read, is not replaced by the admin token', async () => {
    for (const text of ['', '{}', '{"accessToken":"x"}', 'null']) {
      writeFileSync(named, text);
      await expectRefused([named, 'diptych login'], '--token-file', named);
    }
    await expectRefused([folder, 'EISDIR'], '--token-file', folder);
  });

  it('an expired sign-in is not replaced by the admin token', async () => {
    const expired = { ...viewer.token, expiresAt: Date.now() - 1 };
    writeToken(kept(), expired);
    await expectRefused([kept(), 'expired', 'diptych login']);
    writeToken(named, expired);
    await expectRefused([named, 'expired'], '--token-file', named);
  });

  it('a sign-in that the server refuses is not replaced by the admin token', async () => {
    writeToken(kept(), { ...viewer.token, accessToken: 'x' });
    const { exit, out } = await whoami();
    expect([exit, out]).toEqual([1, '']);
  });

  it('after logout, from the data folder or a named file, the admin token is not used', async () => {
    for (const [file, ...args] of [[kept()], [named, '--token-file', named]] as [string, ...string[]][]) {
      writeToken(file, { ...viewer.token, accessToken: 'x' });
      expect((await diptych('logout', '--data', world().folder, ...args)).exit).toBe(0);
      await expectRefused([file, 'signed out', '--as-admin'], ...args);
    }
  });

  it('logout with a missing --token-file fails, because the sign-in is elsewhere', async () => {
    const { exit, err } = await diptych('logout', '--data', world().folder, '--token-file', missing);
    expect([exit, err]).toEqual([2, expect.stringContaining(missing)]);
  });
});

describe('Commands with the admin token', () => {
  it('a command uses the admin token without a notice if no user has ever signed in', async () => {
    const { exit, out, err } = await whoami('--json');
    expect([exit, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ id: 'operator', credential: 'adminToken' });
  });

  it.each([
    ['--as-admin', ['--as-admin'], {}],
    ['a variable', [], { DIPTYCH_ADMIN_TOKEN: 'of the server' }],
  ])(
    'the command line uses the admin token beside a sign-in only on request by %s, and reports it',
    async (_, args, variables) => {
      writeToken(kept(), viewer.token);
      for (const name of Object.keys(variables)) vi.stubEnv(name, world().connection.token);
      const { exit, out, err } = await whoami(...args);
      expect([exit, out]).toEqual([0, expect.stringMatching(/^credential +the admin token$/m)]);
      expect(err).toMatch(/^diptych: using .*, not the sign-in in .*operator\.token\n$/);
      const { err: asJson } = await whoami(...args, '--json');
      expect(JSON.parse(asJson).notice.message).toMatch(/^using /);
    },
  );

  it('a command refuses the admin token together with another credential', async () => {
    await expectRefused(['--as-admin', '--token-file'], '--as-admin', '--token-file', named);
  });
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLive } from '../../src/keys/key-register.ts';
import { loadSettings, SettingsError } from '../../src/server/config/load-settings.ts';
import { createContext } from '../../src/server/context/context.ts';
import { activePhone } from '../support/devices.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { keysOf } from './support/keys.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

const ROLES = ['documentSigner', 'identity', 'encryption'] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The message with which the server refuses to start. */
async function refusalWith(settings: Readonly<Record<string, unknown>>): Promise<string> {
  const data = join(folder, 'refused');
  const outcome = await startWorld({ folder: data, settings }).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(SettingsError);
  expect(readdirSync(data).filter((name) => name.endsWith('.sqlite'))).toEqual([]);
  return (outcome as Error).message;
}

describe('Incomplete settings of keys.custody pkcs11', () => {
  const complete = {
    'keys.custody': 'pkcs11',
    'keys.pkcs11.module': '/nowhere/module.so',
    'keys.pkcs11.tokenLabel': 'label',
    'keys.pkcs11.pin': '271828',
  };

  it.each([
    ['keys.pkcs11.module', /keys\.pkcs11\.module: name the path/],
    ['keys.pkcs11.tokenLabel', /keys\.pkcs11\.tokenLabel: name the token/],
    ['keys.pkcs11.pin', /name the PIN once, by pin \(.*\) or by pinFile/],
  ])('pkcs11 without %s stops the start, and the error says what to set', async (name, message) => {
    expect(await refusalWith({ ...complete, [name]: undefined })).toMatch(message);
  });

  it('a PIN file that does not exist, or a PIN that is given twice, stops the start', async () => {
    const pinFile = join(folder, 'missing');
    expect(await refusalWith({ ...complete, 'keys.pkcs11.pinFile': pinFile })).toMatch(/the PIN once/);
    const settings = { ...complete, 'keys.pkcs11.pin': undefined, 'keys.pkcs11.pinFile': pinFile };
    expect(await refusalWith(settings)).toMatch(/pinFile .* cannot be read: ENOENT/);
    writeFileSync(pinFile, '\n');
    expect(await refusalWith(settings)).toMatch(/pinFile .* is empty/);
    rmSync(pinFile);
  });
});

describe.skipIf(TOKEN_MISSING !== undefined)('A PKCS#11 token in the settings', () => {
  let token: TestToken;
  beforeAll(() => {
    token = makeToken();
  }, HOOK_TIMEOUT);
  afterAll(() => token.remove());

  it('a token that refuses the PIN stops the start with one sentence, without the PIN', async () => {
    const message = await refusalWith({ ...token.settings, 'keys.pkcs11.pin': '161803' });
    expect(message).toMatch(/keys\.pkcs11: the token refused the PIN/);
    expect(message).not.toContain('161803');
  });

  it('the PIN of a token can be read from a file', async () => {
    const pinFile = join(folder, 'pin');
    writeFileSync(pinFile, `${token.pin}\n`, { mode: 0o600 });
    const settings = { ...token.settings, 'keys.pkcs11.pin': undefined, 'keys.pkcs11.pinFile': pinFile };
    const world = await startWorld({ settings });
    await activePhone(world);
    await world.close();
  });

  it('a token takes over the keys of a data folder, role by role, while devices use the server', async () => {
    const data = join(folder, 'moving');
    const before = await startWorld({ folder: data });
    const { device } = await activePhone(before);
    const { state } = device;
    await before.server.close();
    const world: World = await startWorld({ folder: data, settings: token.settings });
    const phone = (await activePhone(world)).device;
    expect(state.credentialId).toBeDefined();
    for (const role of ROLES) {
      await world.admin('rotateKey', { role });
      await phone.refresh(1);
      await world.admin('rotateKey', { role, finish: true });
      await phone.refresh(1);
    }
    world.advance(60_000);
    await world.server.context.keys.sweep();
    for (const role of ROLES) {
      const live = (await keysOf(world, role)).filter(isLive);
      expect(live.map(({ custody }) => custody)).toEqual(['pkcs11']);
    }
    const files = readdirSync(join(data, 'keys')).filter((name) => name.endsWith('.pem'));
    const root = `${(await keysOf(world, 'iaca'))[0]?.id}.pem`;
    expect(files).toEqual([root]);
    await world.server.close();
    const production = loadSettings({
      environment: {},
      options: { ...token.settings, data, profile: 'production' },
    });
    await expect(createContext(production)).rejects.toThrow(/keys in use are still files \(iaca\)/);
    rmSync(join(data, 'keys', root));
    await (await createContext(production)).close();
  });
});

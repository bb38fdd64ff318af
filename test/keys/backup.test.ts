import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { diagnose } from '../../src/server/doctor/index.ts';
import { diptych } from '../support/cli.ts';
import { activePhone } from '../support/devices.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

describe.skipIf(TOKEN_MISSING !== undefined)('A backup where the keys are in a PKCS#11 token', () => {
  let token: TestToken;
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-backup-'));
    token = makeToken();
    world = await startWorld({ folder: join(folder, 'data'), settings: token.settings });
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await world.close();
    token.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => vi.unstubAllEnvs());

  it('diptych backup lists every key that the backup does not contain', async () => {
    vi.stubEnv('DIPTYCH_KEYS_CUSTODY', 'pkcs11');
    const { keys } = await world.admin('listKeys', {});
    const { exit, out } = await diptych('backup', '--data', world.folder, '--to', join(folder, 'backup'));
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('Keys in the PKCS#11 token') });
    for (const { id } of keys) expect(out).toContain(id);
  });

  it('it says so in every form', async () => {
    vi.stubEnv('DIPTYCH_KEYS_CUSTODY', 'pkcs11');
    const to = join(folder, 'json');
    const asJson = await diptych('backup', '--data', world.folder, '--to', to, '--json');
    expect([asJson.exit, asJson.err]).toEqual([0, expect.stringContaining('Keys in the PKCS#11 token')]);
    for (const { id } of (await world.admin('listKeys', {})).keys) {
      expect(JSON.parse(asJson.out).keysElsewhere).toContain(id);
      expect(asJson.err).toContain(id);
      expect((await diptych('backup', 'verify', to)).out).toContain(id);
    }
  });

  it('a restored backup works with the same token', async () => {
    const data = join(folder, 'restored');
    const { exit, out } = await diptych(
      'restore',
      '--from',
      join(folder, 'backup'),
      '--data',
      data,
      '--erased-may-return',
    );
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('no files, in a token') });
    // As the page of operations says: with the configuration of that time, which names the token.
    const { findings } = await diagnose({ environment: {}, options: { data, ...token.settings } });
    expect(findings.filter(({ level }) => level === 'failure')).toEqual([]);
    const { keys } = await world.admin('listKeys', {});
    await world.close();
    world = await startWorld({ folder: data, settings: token.settings });
    expect((await world.admin('listKeys', {})).keys).toEqual(keys);
    await activePhone(world);
  });
});

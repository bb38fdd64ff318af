import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../src/server/config/settings.ts';
import { backups } from '../../src/server/doctor/backups.ts';
import { diagnose } from '../../src/server/doctor/index.ts';
import type { Inspection } from '../../src/storage/inspection.ts';
import { diptych, to } from '../support/cli.ts';
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

  it('doctor finds no failure in a restored backup, with the configuration that names the token', async () => {
    vi.stubEnv('DIPTYCH_KEYS_CUSTODY', 'pkcs11');
    const [to, data, passphrase] = ['with-keys', 'checked', 'passphrase'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(passphrase, 'four words of your own\n', { mode: 0o600 });
    const secret = ['--passphrase-file', passphrase];
    const made = await diptych('backup', '--data', world.folder, '--to', to, '--with-keys', ...secret);
    expect(made).toMatchObject({ exit: 0 });
    const from = ['--from', to, '--data', data, '--erasures-from', world.folder];
    expect(await diptych('restore', ...from, ...secret)).toMatchObject({ exit: 0 });
    const { findings } = await diagnose({ environment: {}, options: { data, ...token.settings } });
    expect(findings.filter(({ level }) => level === 'failure')).toEqual([]);
    const without = await diagnose({ environment: {}, options: { data } });
    expect(without.findings).toContainEqual(
      expect.objectContaining({ check: 'keys', remedy: expect.stringContaining('--config') }),
    );
  });

  it('status and doctor say so, too', async () => {
    const { out } = await diptych('status', ...to(world));
    expect(out).toMatch(/^last backup .*Keys in the PKCS#11 token are not in it/m);
    expect(JSON.parse((await diptych('status', '--json', ...to(world))).out)).toMatchObject({
      keysInToken: true,
    });
    const findings = await backups({
      settings: { profile: 'production', database: {}, keys: { custody: 'pkcs11' } } as Settings,
      folder: world.server.context.folder,
      database: {} as Inspection,
      now: Date.now(),
    });
    expect(findings).toContainEqual({
      level: 'ok',
      text: expect.stringMatching(/backup of the keys .*Keys in the PKCS#11 token are not in it/),
    });
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
    const { keys } = await world.admin('listKeys', {});
    await world.close();
    world = await startWorld({ folder: data, settings: token.settings });
    expect((await world.admin('listKeys', {})).keys).toEqual(keys);
    await activePhone(world);
  });
});

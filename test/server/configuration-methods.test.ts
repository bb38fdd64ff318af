import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import { MINUTE } from '../../src/conventions/time.ts';
import { execute } from '../support/database.ts';
import { newUser, signInAs } from '../support/operator.ts';
import { sealLines } from '../support/seals.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

async function connectionOf(name: string, role: 'viewer' | 'operator') {
  const email = `${name}@example.com`;
  await newUser(world(), email, role);
  const { accessToken: token } = await signInAs(world(), email);
  return { ...world().connection, token };
}

describe('The configuration of a running server', () => {
  it('getSettings gives values with their sources', async () => {
    const { settings, profile, digest } = await world().admin('getSettings', {});
    expect(profile).toBe('sandbox');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const of = (name: string) => settings.find((setting) => setting.name === name);
    expect(of('issuer.decisions')).toMatchObject({ value: 'manual', source: 'option', isPolicy: true });
    expect(of('workers')).toMatchObject({ value: 1, source: 'default', isPolicy: false });
  });

  it('getFindings runs the checks, and keeps what they found for a minute', async () => {
    const find = async () => {
      const { findings, level } = await world().admin('getFindings', {});
      return { level, folder: findings.filter(({ check }) => check === 'folder').map((one) => one.level) };
    };
    const checks = new Set((await world().admin('getFindings', {})).findings.map(({ check }) => check));
    expect([...checks]).toEqual([
      'configuration',
      'folder',
      'clock',
      'keys',
      'status lists',
      'audit log',
      'retention',
      'erasures',
      'attestation',
      'tls',
      'callers',
      'console',
      'records',
      'notifications',
      'organisations',
      'break glass',
      'people',
    ]);
    const { folder } = world();
    chmodSync(folder, 0o755);
    try {
      expect((await find()).folder).not.toContain('failure');
      world().advance(MINUTE);
      expect(await find()).toMatchObject({ level: 'failure', folder: expect.arrayContaining(['failure']) });
    } finally {
      chmodSync(folder, 0o700);
    }
  });

  it('a problem of the seals is a finding with its remedy', async () => {
    await sealLines(world());
    execute(world().server.context.folder.database, 'update trail_seal set signature = ?', Buffer.alloc(64));
    world().advance(MINUTE);
    const { findings } = await world().admin('getFindings', {});
    expect(findings.find(({ check }) => check === 'audit log')).toMatchObject({
      level: 'failure',
      remedy: expect.stringContaining('diptych events verify'),
    });
  });

  it.each(['getSettings', 'getFindings'] as const)('%s needs the role operator', async (method) => {
    const viewer = await connectionOf(`viewer-${method}`, 'viewer');
    await expect(callAdmin(viewer, method, {})).rejects.toThrow(ApiError);
    const operator = await connectionOf(`operator-${method}`, 'operator');
    await expect(callAdmin(operator, method, {})).resolves.toBeDefined();
  });
});

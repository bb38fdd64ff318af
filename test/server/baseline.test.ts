import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { baselineOf } from '../../src/server/config/effective-settings.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { diptych } from '../support/cli.ts';
import { databaseOf, dropDatabaseOf } from '../support/database-of.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { SERVED, startWorld, type World } from '../support/world.ts';

const settingsOf = (options: object) => loadSettings({ environment: {}, options: { ...options } });

describe('A baseline of the configuration (6 CFR 37 Appendix A 1.2)', () => {
  it('the baseline holds every setting, and of secrets only that they are set', () => {
    const { settings, digest } = baselineOf(settingsOf({ 'keys.pkcs11.pin': '4711-secret', port: 9000 }));
    expect(settings).toMatchObject({ port: 9000, profile: 'sandbox', 'keys.pkcs11.pin': '(set)' });
    expect(JSON.stringify(settings)).not.toContain('4711');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('the baseline shows no password in an address', () => {
    const url = 'postgres://user:geheim@db.example/diptych?password=auch&sslmode=require';
    const { settings } = baselineOf(settingsOf({ 'database.url': url }));
    expect(settings['database.url']).toBe(
      'postgres://(set)@db.example/diptych?password=(set)&sslmode=require',
    );
  });

  it('the baseline is equal for equal settings, whatever their source', () => {
    const variable = loadSettings({ environment: { DIPTYCH_PORT: '9000' }, options: {} });
    expect(baselineOf(variable).digest).toBe(baselineOf(settingsOf({ port: 9000 })).digest);
    expect(baselineOf(settingsOf({ port: 9001 })).digest).not.toBe(baselineOf(variable).digest);
  });

  it('diptych config baseline prints the baseline', async () => {
    const { out } = await diptych('config', 'baseline', '--port', '9000', '--json');
    expect(JSON.parse(out)).toEqual(baselineOf(settingsOf({ port: 9000 })));
  });
});

describe('Changed settings at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-baseline-'));
  afterAll(async () => {
    await dropDatabaseOf(folder);
    rmSync(folder, { recursive: true });
  });

  async function started<T>(settings: object, look: (world: World) => Promise<T>): Promise<T> {
    const world = await startWorld({ folder, settings: { ...settings } });
    try {
      return await look(world);
    } finally {
      await world.close();
    }
  }

  const changes = async (world: World) =>
    (await world.admin('listEvents', { subject: 'configuration' })).events.map(({ actor, concerns }) => [
      actor,
      concerns,
    ]);

  it(
    'the log has the digest of the settings, and the audit log records which settings changed since the last start, without values',
    async () => {
      const first = { 'issuer.requestTrailDays': 31 };
      expect(await started(first, changes)).toEqual([]);
      expect(await started(first, changes)).toEqual([]);
      const second = { 'issuer.requestTrailDays': 32, 'admin.secondPerson': ['keys'] };
      const [found, log] = await started(second, async (world) => [await changes(world), world.log.join()]);
      expect(found).toEqual([['start', ['admin.secondPerson', 'issuer.requestTrailDays']]]);
      const given = { ...SERVED, data: folder, ...(await databaseOf(folder)), ...second };
      const { digest } = baselineOf(settingsOf(given));
      expect(log).toContain(digest);
      expect(await started(second, changes)).toHaveLength(1);
    },
    3 * HOOK_TIMEOUT,
  );
});

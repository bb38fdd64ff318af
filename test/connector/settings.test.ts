import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from '../../src/server/config/load-settings.ts';
import { refuseDangers } from '../../src/server/config/unsafe-settings.ts';
import { startWorld } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-records-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content = '') => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const HTTP = { 'issuer.records.source': 'http', 'issuer.records.url': 'https://records.example' };

async function problemsOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join('\n');
    throw error;
  }
}

const loaded = (options: Record<string, unknown>) =>
  problemsOf(() => loadSettings({ environment: {}, options }));
const dangers = (options: Record<string, unknown>) =>
  problemsOf(() =>
    refuseDangers(loadSettings({ environment: {}, options: { profile: 'production', ...options } })),
  );

describe('The settings issuer.records', () => {
  it.each([
    [{ 'issuer.records.source': 'http' }, 'issuer.records.url'],
    [{ 'issuer.records.source': 'ldap' }, 'issuer.records.source'],
    [{ ...HTTP, 'issuer.records.url': 'records.example' }, 'issuer.records.url'],
    [{ ...HTTP, 'issuer.records.url': 'https://user:secret@records.example' }, 'issuer.records.url'],
    [{ ...HTTP, 'issuer.records.url': 'https://records.example/?key=secret' }, 'issuer.records.url'],
    [{ ...HTTP, 'issuer.records.clientCertificate': 'client.pem' }, 'issuer.records.clientCertificate'],
    [{ ...HTTP, 'issuer.records.clientKey': 'client.key' }, 'issuer.records.clientCertificate'],
  ])('the settings %j are refused', async (options, name) => {
    expect(await loaded(options)).toContain(name);
  });

  it('file names in issuer.records are relative to the configuration file', () => {
    const path = file('diptych.yaml', 'issuer:\n  records:\n    tokenFile: token\n    ca: ca.pem\n');
    const { records } = loadSettings({ file: path, environment: {}, options: {} }).issuer;
    expect(records).toMatchObject({ tokenFile: join(folder, 'token'), ca: join(folder, 'ca.pem') });
  });

  describe('An invalid file in issuer.records is reported at the start', () => {
    beforeAll(() => {
      file('empty');
      file('garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    });

    it.each([
      ['tokenFile', { 'issuer.records.tokenFile': 'empty' }],
      ['tokenFile', { 'issuer.records.tokenFile': 'not there' }],
      ['ca', { 'issuer.records.ca': 'empty' }],
      ['ca', { 'issuer.records.ca': 'garbage' }],
      [
        'clientCertificate',
        { 'issuer.records.clientCertificate': 'garbage', 'issuer.records.clientKey': 'empty' },
      ],
    ])('a missing, empty or malformed file is refused: issuer.records.%s', async (name, files) => {
      const options = Object.entries(files).map(([setting, given]) => [setting, join(folder, given)]);
      const settings = { ...HTTP, ...Object.fromEntries(options) };
      expect(await problemsOf(() => startWorld({ settings }))).toContain(`issuer.records.${name} (`);
    });
  });

  it('production refuses a URL without TLS, and settings without a token or client certificate', async () => {
    expect(await dangers({ ...HTTP, 'issuer.records.url': 'http://records.example' })).toContain(
      'issuer.records.url: records must not travel unencrypted',
    );
    expect(await dangers(HTTP)).toContain(
      'issuer.records: the system of record must authenticate this server',
    );
    const safe = await dangers({ ...HTTP, 'issuer.records.tokenFile': 'token' });
    expect(safe).not.toContain('issuer.records');
    expect(await dangers({})).not.toContain('issuer.records');
  });
});

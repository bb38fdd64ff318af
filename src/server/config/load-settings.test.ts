import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { loadSettings, SettingsError } from './load-settings.ts';
import { isPath } from './path-settings.ts';
import { SETTINGS } from './settings.ts';

function file(text: string, name = 'diptych.yaml'): string {
  const path = join(temporaryFolder('config'), name);
  writeFileSync(path, text);
  return path;
}

function problems(sources: Partial<Parameters<typeof loadSettings>[0]>): readonly string[] {
  try {
    loadSettings({ environment: {}, options: {}, ...sources });
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('Settings of the server', () => {
  it('each setting has a default', () => {
    const settings = loadSettings({ environment: {}, options: {} });
    expect(settings).toMatchObject({ profile: 'sandbox', port: 8080, adminPort: 8081 });
    expect(settings.issuer).toMatchObject({
      decisions: 'automatic',
      nonceTtlSeconds: 3600,
      codeTtlSeconds: 600,
      challengedTtlSeconds: 2_592_000,
      msoValidityDays: 30,
      maxAuthKeys: 100,
      hpkeContext: 'info',
      attestation: {},
    });
  });

  it('settings come from YAML, JSON, environment variables and options, and the later ones win', () => {
    const yaml = file('port: 1\nissuer:\n  id: A\n  maxAuthKeys: 5\n');
    const json = file('{"port": 1, "issuer": {"id": "A", "maxAuthKeys": 5}}', 'diptych.json');
    for (const path of [yaml, json]) {
      const environment = { DIPTYCH_PORT: '2', DIPTYCH_ISSUER_MAX_AUTH_KEYS: '6', HOME: '/home/x' };
      const settings = loadSettings({ file: path, environment, options: { port: 3, adminPort: undefined } });
      expect([settings.port, settings.issuer.id, settings.issuer.maxAuthKeys]).toEqual([3, 'A', 6]);
    }
  });

  it('each pattern says in words what it wants, and an error has these words', () => {
    const patterns: object[] = [];
    const collect = (schema: unknown) => {
      if (typeof schema !== 'object' || schema === null) return;
      if ('pattern' in schema && !('errorMessage' in schema)) patterns.push(schema);
      for (const [name, inner] of Object.entries(schema)) if (name !== 'patternProperties') collect(inner);
    };
    for (const { schema } of SETTINGS) collect(schema);
    expect(patterns).toEqual([]);
    const options = { 'issuer.country': 'usa', 'issuer.callers.pins': ['x'] };
    expect(problems({ options })).toEqual([
      expect.stringMatching(/^issuer\.country.* must be two capital letters, such as US$/),
      expect.stringMatching(/^issuer\.callers\.pins\.0.* must be a SHA-256 in base64/),
    ]);
  });

  describe('Settings that name a file', () => {
    const paths = SETTINGS.filter(({ schema }) => isPath(schema));
    const nested = (name: string, value: unknown) =>
      name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    const read = (name: string, value: unknown) => {
      const path = file(JSON.stringify(nested(name, value)), 'diptych.json');
      const loaded = loadSettings({ file: path, environment: {}, options: {} });
      const found = name
        .split('.')
        .reduce<unknown>((group, key) => (group as Record<string, unknown>)[key], loaded);
      return { folder: dirname(path), found };
    };

    it('all settings that name a file are marked as paths', () => {
      const named = SETTINGS.filter(({ schema }) =>
        /^(File|Folder|Path)/.test((schema as { description?: string }).description ?? ''),
      );
      expect(paths.map(({ name }) => name)).toEqual(named.map(({ name }) => name));
      expect(paths.length).toBeGreaterThan(20);
    });

    const inPairs = /^issuer\.(records|notifications)\.client/;
    const single = paths
      .map(({ name }) => name)
      .filter((name) => !['issuer.policy', 'issuer.documentTypes'].includes(name) && !inPairs.test(name));
    it.each(single)('the path in %s is relative to the folder of the configuration file', (name) => {
      const { folder, found } = read(name, 'sub/one.file');
      expect(found).toBe(join(folder, 'sub/one.file'));
    });

    it.each(['records', 'notifications'])(
      'the path of the client certificate in issuer.%s is relative to the configuration file',
      (group) => {
        const { folder, found } = read(`issuer.${group}`, { clientCertificate: 'a.crt', clientKey: 'a.key' });
        expect(found).toMatchObject({
          clientCertificate: join(folder, 'a.crt'),
          clientKey: join(folder, 'a.key'),
        });
      },
    );

    it('absolute paths and names of libraries stay unchanged', () => {
      expect(read('tls.certificate', '/etc/a.crt').found).toBe('/etc/a.crt');
      expect(read('keys.pkcs11.module', 'libsofthsm2.so').found).toBe('libsofthsm2.so');
    });

    it('the certificates in a database URL are also relative to the configuration file', () => {
      const { folder, found } = read(
        'database.url',
        'postgres://a:b%2F@c/d?sslmode=verify-full&sslrootcert=ca.pem',
      );
      const expected = `sslrootcert=${encodeURIComponent(join(folder, 'ca.pem'))}`;
      expect(found).toBe(`postgres://a:b%2F@c/d?sslmode=verify-full&${expected}`);
      expect(read('database.url', 'postgres://c/d?sslrootcert=/ca.pem').found).toBe(
        'postgres://c/d?sslrootcert=/ca.pem',
      );
      expect(read('database.url', 'postgres://c/d?sslrootcert=%zz').found).toBe(
        'postgres://c/d?sslrootcert=%zz',
      );
    });
  });

  it('an environment variable may hold a list, as JSON', () => {
    const environment = { DIPTYCH_ISSUER_ATTESTATION_APPLICATIONS: '[{"package":"org.example.wallet"}]' };
    const settings = loadSettings({ environment, options: {} });
    expect(settings.issuer.attestation.applications).toEqual([{ package: 'org.example.wallet' }]);
  });

  it('unknown settings are refused by name, line and column', () => {
    const path = file('port: 1\nissuer:\n  id: A\n  maxAuthKey: 5\nlogLevel: info\n');
    expect(problems({ file: path })).toEqual([
      `issuer.maxAuthKey (${path}:4:3) is not a setting; did you mean issuer.maxAuthKeys?`,
    ]);
    expect(problems({ environment: { DIPTYCH_ISSUER_NAMES: 'x' } })).toEqual([
      'DIPTYCH_ISSUER_NAMES (the variable DIPTYCH_ISSUER_NAMES) is not a setting',
    ]);
  });

  it.each([
    'DIPTYCH_ADMIN_TOKEN',
    'DIPTYCH_BASE_URL',
    'DIPTYCH_SIGN_IN',
    'DIPTYCH_TOKEN',
    'DIPTYCH_TOKEN_FILE',
  ])('the variable %s of the command line is no unknown setting', (name) => {
    expect(() => loadSettings({ environment: { [name]: 'x' }, options: {} })).not.toThrow();
  });

  it('all invalid settings are reported by name', () => {
    const path = file(
      'port: many\nissuer:\n  decisions: sometimes\n  attestation:\n    applications: [{packages: x}]\n',
    );
    const found = problems({ file: path, environment: { DIPTYCH_ADMIN_PORT: '-1' } });
    expect(found.some((problem) => problem.startsWith(`port (${path}:1:1)`))).toBe(true);
    expect(
      found.some((problem) =>
        problem.startsWith(`issuer.decisions (${path}:3:3) must be one of automatic, manual`),
      ),
    ).toBe(true);
    expect(
      found.some((problem) => problem.startsWith(`issuer.attestation.applications.0 (${path}:5:20)`)),
    ).toBe(true);
    expect(found.some((problem) => problem.startsWith('adminPort (the variable DIPTYCH_ADMIN_PORT)'))).toBe(
      true,
    );
  });

  it('a file that is neither JSON nor YAML is refused', () => {
    const path = file('a: [b');
    expect(() => loadSettings({ file: path, environment: {}, options: {} })).toThrow(/neither JSON nor YAML/);
  });
});

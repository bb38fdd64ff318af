import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { SANDBOX_ROOT_CERTIFICATE } from '../../wallet/sandbox-root.ts';
import { loadSettings, SettingsError } from './load-settings.ts';
import { dangersOf, refuseDangers } from './unsafe-settings.ts';

function dangers(options: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    refuseDangers(loadSettings({ environment: {}, options }));
    return [];
  } catch (error) {
    if (error instanceof SettingsError)
      return error.problems.map((problem) => problem.split(':')[0] as string);
    throw error;
  }
}

const PIN = `${'A'.repeat(43)}=`;

/** A production configuration without a danger. */
const SAFE = {
  profile: 'production',
  'issuer.id': 'Free_US_MDL',
  'issuer.name': 'Free State',
  'issuer.certificateUri': 'https://free.example/pki',
  'issuer.callers.pins': [PIN],
  'issuer.callers.proxies': ['10.0.0.1'],
  'issuer.attestation.revocationList': 'status.json',
  'keys.extractable': true,
  'oauth.issuerUrl': 'https://auth.example',
};

/** The files are read when the server starts. */
const TLS = { 'tls.certificate': 'chain.pem', 'tls.key': 'key.pem' };

const NOTIFIED = {
  'issuer.notifications.url': 'https://platform.example',
  'issuer.notifications.clientCertificate': 'client.pem',
  'issuer.notifications.clientKey': 'client.key',
};

const without = (...names: readonly (keyof typeof SAFE)[]) =>
  Object.fromEntries(Object.entries(SAFE).filter(([name]) => !names.includes(name as keyof typeof SAFE)));

const folder = mkdtempSync(join(tmpdir(), 'diptych-danger-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

function sandboxRootsFile(): string {
  const file = join(folder, 'roots.json');
  writeFileSync(file, JSON.stringify([SANDBOX_ROOT_CERTIFICATE]));
  return file;
}

function sandboxTrustFile(): string {
  const file = join(folder, 'trust.pem');
  writeFileSync(file, SANDBOX_ROOT_CERTIFICATE);
  return file;
}

/** Addresses of PostgreSQL, and what the driver does with each. */
const DATABASES: readonly (readonly [what: string, url: string, isRefused: boolean])[] = [
  ['no sslmode', 'postgres://u:p@db.example/d', true],
  ['disable', 'postgres://db.example/d?sslmode=disable', true],
  ['no-verify', 'postgres://db.example/d?sslmode=no-verify', true],
  ['ssl=no-verify', 'postgres://db.example/d?ssl=no-verify', true],
  ['ssl=0', 'postgres://db.example/d?ssl=0', true],
  ['ssl=false', 'postgres://db.example/d?ssl=false', true],
  ['prefer as libpq does', 'postgres://db.example/d?uselibpqcompat=true&sslmode=prefer', true],
  ['require as libpq does', 'postgres://db.example/d?uselibpqcompat=true&sslmode=require', true],
  [
    'verify-ca as libpq does, which checks no name',
    'postgres://db.example/d?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=ROOT',
    true,
  ],
  ['disable behind verify-full', 'postgres://db.example/d?sslmode=verify-full&sslmode=disable', true],
  ['several hosts', 'postgres://127.0.0.1,db.example/d', true],
  ['several hosts in the query', 'postgres:///d?host=localhost,db.example', true],
  ['a host in the query', 'postgres://127.0.0.1/d?host=db.example', true],
  ['a name that begins as loopback does', 'postgres://localhost.example/d', true],
  ['an IPv6 address', 'postgres://[2001:db8::1]/d', true],
  ['verify-full', 'postgres://db.example/d?sslmode=verify-full', false],
  ['verify-full with a root', 'postgres://db.example/d?sslmode=verify-full&sslrootcert=ROOT', false],
  ['verify-full as libpq does', 'postgres://db.example/d?uselibpqcompat=true&sslmode=verify-full', false],
  // This version of the driver verifies the server with each of these.
  ['require', 'postgres://db.example/d?sslmode=require', false],
  ['verify-ca', 'postgres://db.example/d?sslmode=verify-ca&sslrootcert=ROOT', false],
  ['ssl=true', 'postgres://db.example/d?ssl=true', false],
  ['loopback', 'postgres://u:p@127.0.0.1:5433/d', false],
  ['IPv6 loopback', 'postgres://[::1]/d?sslmode=disable', false],
  ['localhost', 'postgres://localhost/d', false],
  ['loopback in the query', 'postgres://db.example/d?host=127.0.0.1', false],
  ['a socket', 'postgres:///d?host=/var/run/postgresql', false],
  ['a socket in the place of the host', 'postgres://u@%2Fvar%2Frun%2Fpostgresql/d', false],
];

describe('U1, 7.4: dangerous configurations', () => {
  it('the configuration of a sandbox on this machine has no dangers', () => {
    expect(dangers({})).toEqual([]);
  });

  it('a safe configuration for production is accepted', () => {
    expect(dangers(SAFE)).toEqual([]);
    expect(dangers({ ...SAFE, ...NOTIFIED })).toEqual([]);
    const token = { 'keys.custody': 'pkcs11', 'keys.pkcs11.pinFile': 'pin' };
    expect(dangers({ ...without('keys.extractable'), ...token })).toEqual([]);
    const tokens = { 'issuer.callers.jwks': 'jwks.json' };
    expect(dangers({ ...without('issuer.callers.pins', 'issuer.callers.proxies'), ...tokens })).toEqual([]);
    const onTheNetwork = { host: '0.0.0.0', ...TLS, 'issuer.port': 8443 };
    expect(dangers({ ...without('issuer.callers.proxies'), ...onTheNetwork })).toEqual([]);
    const switchedOff = { 'oauth.embedded': false };
    expect(dangers({ ...without('oauth.issuerUrl'), ...switchedOff })).toEqual([]);
  });

  it.each([
    ['the plaintext mode', { ...SAFE, 'issuer.plaintext': true }, 'issuer.plaintext'],
    ['no caller credentials', without('issuer.callers.pins', 'issuer.callers.proxies'), 'issuer.callers'],
    ['extractable keys without an explicit override', without('keys.extractable'), 'keys.custody'],
    ['HTTP beyond loopback: the panels', { ...SAFE, host: '0.0.0.0' }, 'host'],
    [
      'HTTP beyond loopback: the issuer panel',
      { ...SAFE, 'issuer.port': 8443, 'issuer.host': '192.0.2.1' },
      'issuer.host',
    ],
    ['HTTP beyond loopback: the admin interface', { ...SAFE, adminHost: '::' }, 'adminHost'],
    ['an unset secret: the PIN', { ...SAFE, 'keys.custody': 'pkcs11' }, 'keys.pkcs11.pinFile'],
    [
      'a sandbox attestation root',
      { ...SAFE, 'issuer.attestation.roots': sandboxRootsFile() },
      'issuer.attestation.roots',
    ],
    [
      'a sandbox authority of wallets',
      { ...SAFE, 'issuer.wallets.walletTrust': sandboxTrustFile() },
      'issuer.wallets.walletTrust',
    ],
    [
      'a sandbox authority of keys',
      { ...SAFE, 'issuer.wallets.keyTrust': sandboxTrustFile() },
      'issuer.wallets.keyTrust',
    ],
    [
      'notifications over HTTP',
      { ...SAFE, ...NOTIFIED, 'issuer.notifications.url': 'http://platform.example' },
      'issuer.notifications.url',
    ],
    [
      'notifications of anybody',
      { ...SAFE, 'issuer.notifications.url': 'https://platform.example' },
      'issuer.notifications',
    ],
    ['no revocation list', without('issuer.attestation.revocationList'), 'issuer.attestation.revocationList'],
    ['sign-in over HTTP', without('oauth.issuerUrl'), 'oauth.issuerUrl'],
    [
      'keys of issuers over HTTP',
      { ...SAFE, 'oauth.issuers': [{ issuer: 'http://id.example', audience: 'x' }] },
      'oauth.issuers',
    ],
    ["the sandbox's issuer id", without('issuer.id'), 'issuer.id'],
    ["the sandbox's name in certificates", without('issuer.name'), 'issuer.name'],
    ["the sandbox's address in certificates", without('issuer.certificateUri'), 'issuer.certificateUri'],
    ['pins that nobody asks for', without('issuer.callers.proxies'), 'issuer.callers.pins'],
    [
      'proxies without pins',
      { ...without('issuer.callers.pins'), 'issuer.callers.jwks': 'jwks.json' },
      'issuer.callers.proxies',
    ],
    [
      'every address as a proxy',
      { ...SAFE, 'issuer.callers.proxies': ['10.0.0.1', '::/0'] },
      'issuer.callers.proxies',
    ],
  ])('a configuration for production with %s is refused, only for that reason', (_, options, setting) => {
    expect(dangers(options)).toEqual([setting]);
  });

  it.each(DATABASES)(
    'a configuration for production with a PostgreSQL at %s is refused: %s',
    (_, url, isRefused) => {
      const root = join(folder, 'root.pem');
      writeFileSync(root, 'PEM');
      for (const name of ['database.url', 'database.replicaUrl'])
        expect(dangers({ ...SAFE, [name]: url.replace('ROOT', root) })).toEqual(isRefused ? [name] : []);
      expect(dangers({ 'database.url': url.replace('ROOT', root) })).toEqual([]);
    },
  );

  it('in production environment variables that change the URL of PostgreSQL are also checked', () => {
    const url = { ...SAFE, 'database.url': 'postgres:///d' };
    expect(dangers(url)).toEqual([]);
    vi.stubEnv('PGHOST', 'db.example');
    expect(dangers(url)).toEqual(['database.url']);
    vi.stubEnv('PGSSLMODE', 'verify-full');
    expect(dangers(url)).toEqual([]);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(dangers(url)).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED']);
  });

  it('the error names a file in the URL of PostgreSQL that does not exist, and no password', () => {
    const url = 'postgres://u:secret@db.example/d?sslmode=verify-full&sslrootcert=none.pem';
    expect(dangersOf(loadSettings({ environment: {}, options: { ...SAFE, 'database.url': url } }))).toEqual([
      'database.url: cannot be used (ENOENT); correct the URL and its files',
    ]);
  });

  it.each([
    ['nobody to keep out', { host: '0.0.0.0', ...TLS }, 'issuer.callers'],
    ['plain HTTP', { host: '192.0.2.1', 'issuer.callers.jwks': 'jwks.json' }, 'host'],
    ['the admin token over plain HTTP', { adminHost: '0.0.0.0' }, 'adminHost'],
    ['a certificate without its key', { adminHost: '::', 'adminTls.key': 'key.pem' }, 'adminTls'],
  ])('a sandbox with %s is refused on the network', (_, options, setting) => {
    expect(dangers(options)).toEqual([setting]);
  });

  it.each(['sandbox', 'production'])(
    'a configuration for %s is refused if approvals are required but users cannot sign in',
    (profile) => {
      const options = { ...SAFE, profile, 'oauth.embedded': false };
      expect(dangers(options)).toEqual([]);
      expect(dangers({ ...options, 'admin.secondPerson': ['holders'] })).toEqual(['admin.secondPerson']);
    },
  );

  it('all dangers are reported together, also settings that lack a related one', () => {
    const found = dangers({ profile: 'production', host: '0.0.0.0', adminHost: '::', 'tls.key': 'key.pem' });
    expect(found).toEqual([
      'issuer.callers',
      'tls',
      'adminHost',
      'issuer.id',
      'issuer.name',
      'issuer.certificateUri',
      'issuer.callers',
      'issuer.attestation.revocationList',
      'keys.custody',
      'oauth.issuerUrl',
    ]);
  });

  it('each danger says what to do', () => {
    const options = { profile: 'production', host: '0.0.0.0', 'tls.key': 'key.pem' };
    const settings = loadSettings({ environment: {}, options });
    expect(() => refuseDangers(settings)).toThrow(SettingsError);
    for (const problem of dangersOf(settings)) expect(problem).toMatch(/^[\w.]+: .+; .+$/);
  });

  it.each([
    { 'oauth.issuerUrl': 'https://auth.example/path' },
    { 'oauth.issuerUrl': 'auth.example' },
    { 'oauth.scopeBase': 'with space' },
    { 'oauth.scopes.readonly': 'quo"te' },
    { 'oauth.issuers': [{ issuer: 'https://id.example' }] },
    { 'oauth.accessTokenTtlSeconds': 86_401 },
    { 'issuer.callers.pins': ['AAAA'] },
    { 'issuer.callers.pins': [`${'A'.repeat(42)}B=`] },
    { 'limits.issuerPerCaller': -1 },
  ])('the configuration %j is refused', (options) => {
    expect(() => loadSettings({ environment: {}, options })).toThrow(SettingsError);
  });
});

describe('A sandbox on a network (sandboxNetwork)', () => {
  const OPEN = { host: '0.0.0.0', adminHost: '0.0.0.0', 'issuer.host': '0.0.0.0', 'issuer.port': 0 };

  it('a sandbox listens on loopback only, unless sandboxNetwork says otherwise', () => {
    expect(dangers(OPEN).toSorted()).toEqual(['adminHost', 'host', 'issuer.callers', 'issuer.host']);
    expect(dangers({ ...OPEN, sandboxNetwork: true })).toEqual([]);
  });

  it('sandboxNetwork accepts nothing else', () => {
    const proxies = { 'issuer.callers.proxies': ['10.0.0.1'] };
    expect(dangers({ ...OPEN, ...proxies, sandboxNetwork: true })).toEqual(['issuer.callers.proxies']);
  });

  it('production refuses sandboxNetwork, and does not listen without TLS because of it', () => {
    expect(dangers({ ...SAFE, sandboxNetwork: true })).toEqual(['sandboxNetwork']);
    expect(dangers({ ...SAFE, host: '0.0.0.0', sandboxNetwork: true })).toEqual(['host', 'sandboxNetwork']);
  });
});

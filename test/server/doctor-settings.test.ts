import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../src/server/doctor/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newIdentity, writeTls } from '../support/tls.ts';

const DAY = 86_400_000;

const folder = temporaryFolder('doctor-settings');

const examine = (options: Readonly<Record<string, unknown>>) =>
  diagnose({ environment: {}, options: { data: join(folder, 'data'), ...options } });

const failures = ({ findings }: Diagnosis) =>
  findings.filter(({ level }) => level === 'failure').map(({ check, text }) => `${check}: ${text}`);

describe('diptych doctor checks callers, TLS and names before the first start', () => {
  it('doctor, callers: a malformed proxy address or key set is reported', async () => {
    const proxies = await examine({ 'issuer.callers.proxies': ['proxy.example'] });
    expect(failures(proxies)).toContainEqual(expect.stringMatching(/^callers: .*proxy\.example is no/));
    const keys = await examine({ 'issuer.callers.jwks': join(folder, 'none.json') });
    expect(failures(keys)).toContainEqual(expect.stringMatching(/^callers: .*issuer\.callers\.jwks/));
  });

  it('doctor, configuration: a file of exchange rates that is wrong or has no rates is reported', async () => {
    const rates = join(folder, 'rates.csv');
    const told = async (text: string) => {
      writeFileSync(rates, text);
      const { findings } = await examine({ 'mediation.rates': rates });
      return findings.filter(({ check }) => check === 'configuration');
    };
    expect(await told('date,currency,rate\n')).toEqual([
      {
        check: 'configuration',
        level: 'warning',
        text: expect.stringContaining(`mediation.rates (${rates}) has no rates`),
        remedy: expect.stringContaining('write a line date,currency,rate'),
      },
    ]);
    expect(await told('date,currency,rate\n2026-03-02,USD\n')).toMatchObject([{ level: 'failure' }]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await told(`date,currency,rate\n${today},USD,1.25\n`)).toMatchObject([{ level: 'ok' }]);
  });

  it('doctor, tls: a proxy in front whose callers share one address is reported', async () => {
    const told = async (options: Readonly<Record<string, unknown>>) =>
      (await examine(options)).findings.filter(({ check }) => check === 'tls');
    const behind = { 'oauth.issuerUrl': 'https://ads.example.com' };
    expect(await told(behind)).toMatchObject([
      { level: 'warning', remedy: expect.stringContaining('set oauth.addressHeader') },
    ]);
    expect(await told({ ...behind, 'oauth.addressHeader': 'X-Forwarded-For' })).toMatchObject([
      { level: 'ok' },
    ]);
    expect(await told({})).toMatchObject([{ level: 'ok' }]);
  });

  it('doctor, tls: a certificate that ends soon, or does not match its key, is reported', async () => {
    const levelAfter = async (days: number) => {
      const identity = await newIdentity({ notAfter: Date.now() + days * DAY + 60_000 });
      const { certificate, key } = writeTls(folder, identity, `t${days}`);
      const { findings } = await examine({ 'tls.certificate': certificate, 'tls.key': key });
      return findings.find(({ check }) => check === 'tls')?.level;
    };
    expect([await levelAfter(90), await levelAfter(14), await levelAfter(3)]).toEqual([
      'ok',
      'warning',
      'failure',
    ]);
    const wrong = { 'tls.certificate': join(folder, 't90.crt'), 'tls.key': join(folder, 't14.key') };
    expect(failures(await examine(wrong))).toEqual([
      expect.stringMatching(/^tls: .*is not the key of the first certificate/),
    ]);
  });

  it('doctor, console: a configured name is a warning if a listener has no TLS', async () => {
    const { findings } = await examine({ 'console.names': ['console.example'] });
    const told = findings.filter(({ check }) => check === 'console');
    expect(told.map(({ level, text }) => [level, text])).toEqual([
      ['warning', expect.stringContaining('adminTls is not')],
      ['warning', expect.stringContaining('tls is not')],
    ]);
  });

  it('doctor, wallets: authorities that cannot be read or have ended are reported, and sentences of HAIP', async () => {
    const file = async (name: string, days: number) => {
      const { certificate } = writeTls(
        folder,
        await newIdentity({ notAfter: Date.now() + days * DAY }),
        name,
      );
      return certificate;
    };
    const wallet = { id: 'wallet-1', name: 'Wallet', redirectUris: ['https://wallet.example/callback'] };
    const met = {
      'issuer.wallets.documentTypes': ['org.iso.18013.5.1.mDL'],
      'issuer.wallets.clients': [wallet],
      'issuer.wallets.anonymous': false,
      'issuer.wallets.walletAttestation': 'required',
      'issuer.wallets.walletTrust': await file('wallets', 30),
      'issuer.wallets.keyAttestation': 'optional',
      'issuer.wallets.keyTrust': await file('keys', 30),
    };
    const told = async (change: object) => {
      const { findings } = await examine({ ...met, ...change });
      return findings
        .filter(({ check }) => check === 'wallets')
        .map(({ level, text }) => `${level}: ${text}`);
    };
    const follows = 'ok: OpenID4VCI follows the High Assurance profile (HAIP 1.0)';
    const ofTrust = (member: string, level = 'ok', count = '1 of 1') =>
      `${level}: ${count} authorities in issuer.wallets.${member} are valid now`;
    expect(await told({})).toEqual([ofTrust('walletTrust'), ofTrust('keyTrust'), follows]);
    const both = join(folder, 'both.crt');
    const [old, current] = [await file('old', -0.5), met['issuer.wallets.walletTrust']];
    writeFileSync(both, `${readFileSync(old, 'utf8')}\n${readFileSync(current, 'utf8')}`);
    expect(await told({ 'issuer.wallets.walletTrust': both, 'issuer.wallets.keyTrust': old })).toEqual([
      ofTrust('walletTrust', 'warning', '1 of 2'),
      ofTrust('keyTrust', 'failure', '0 of 1'),
      follows,
    ]);
    expect((await told({ 'issuer.wallets.walletTrust': join(folder, 'none.pem') }))[0]).toMatch(
      /^failure: issuer\.wallets\.walletTrust .*none\.pem.* cannot be used/,
    );
    for (const change of [
      { walletAttestation: 'optional' },
      { anonymous: true },
      { keyAttestation: 'off' },
      { clients: [{ id: 'wallet-1', name: 'Wallet' }] },
    ]) {
      const [[name = '', value] = []] = Object.entries(change);
      expect((await told({ [`issuer.wallets.${name}`]: value })).at(-1)).toContain(
        `HAIP 1.0 is not met: issuer.wallets.${name} must`,
      );
    }
  });

  it.each([
    [{}, 'names of this machine'],
    [{ 'console.enabled': false, 'console.names': ['console.example'] }, 'are off'],
  ])('doctor, console: there is no problem with %j', async (options, text) => {
    const { findings } = await examine(options);
    const told = findings.filter(({ check }) => check === 'console');
    expect(told).toEqual([expect.objectContaining({ level: 'ok', text: expect.stringContaining(text) })]);
  });

  it.each([
    [false, true],
    [true, false],
  ])(
    'doctor, people: with admin.secondPersonOfOrganisation %s, local accounts beside those of an organisation are a warning: %s',
    async (isSet, warns) => {
      const secret = join(folder, 'client.secret');
      writeFileSync(secret, 'secret\n');
      const organisation = {
        ...{ id: 'agency', name: 'Agency', issuer: 'http://127.0.0.1:9', clientId: 'diptych' },
        ...{ clientSecretFile: secret, servesOneOrganisation: true },
        roles: [{ claim: 'groups', value: 'viewers', role: 'viewer' }],
      };
      const { findings } = await examine({
        'admin.secondPerson': ['codes'],
        'admin.secondPersonOfOrganisation': isSet,
        'signIn.organisations': [organisation],
      });
      const warnings = findings.filter(({ check, level }) => check === 'people' && level === 'warning');
      expect(warnings.length).toBeGreaterThan(0);
      expect(warnings.some(({ text }) => text.includes('counts as two people'))).toBe(warns);
    },
  );
});

import { writeFileSync } from 'node:fs';
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { DAY } from '../../conventions/time.ts';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { effectivePolicy } from './effective-settings.ts';
import { loadSettings, loadWithOrigins, SettingsError, type SettingsSources } from './load-settings.ts';
import { POLICY_SETTINGS } from './settings.ts';

const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/policy.yaml', import.meta.url));
const MDL = 'org.iso.18013.5.1.mDL';

function files(texts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('policy');
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
}

const none = { environment: {}, options: {} };
const policyOption = (path: string): SettingsSources => ({ ...none, options: { 'issuer.policy': path } });

function problems(sources: SettingsSources): readonly string[] {
  try {
    loadSettings(sources);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

/** The problems of a policy with this text, without the path of the file. */
function faults(text: string): readonly string[] {
  const path = join(files({ 'policy.yaml': text }), 'policy.yaml');
  return problems(policyOption(path)).map((problem) => problem.replaceAll(path, 'policy.yaml'));
}

describe('The policy file', () => {
  it('a policy file holds the policy settings by their names, and the example in docs has all of them', () => {
    const { origins } = loadWithOrigins(policyOption(EXAMPLE));
    const missing = POLICY_SETTINGS.map(({ name }) => name).filter((name) => !origins.has(name));
    expect(missing).toEqual([
      'issuer.status.uri',
      'issuer.attestation.roots',
      'issuer.attestation.revocationList',
      'issuer.attestation.minimumPatchLevels.vendor',
      'issuer.attestation.minimumPatchLevels.boot',
    ]);
  });

  it('the example policy in docs gives the policy that it describes', () => {
    const policy = issuerPolicy(loadSettings(policyOption(EXAMPLE)));
    expect(policy).toMatchObject({
      documents: { standard: { decisions: 'manual', maxDevicesPerHolder: 2, msoValidityDays: 30 } },
      challenges: ['issuerUrlVisit', 'additionalTimeRequired'],
      codeTtl: 21 * DAY,
      codeAttempts: {
        perDevice: { most: 5, window: DAY },
        inAll: { most: 500 },
        beyondInAll: 'alarm',
      },
      maxAuthKeys: 32,
    });
    expect(policy.attestation()).toMatchObject({
      requireIdentityCredentialKey: true,
      minimumPatchLevels: { os: 202_401 },
    });
    expect(policy.documents.byType.get(MDL)).toEqual({
      decisions: 'automatic',
      maxDevicesPerHolder: 1,
      msoValidityDays: 14,
      msoRefreshDays: 7,
      msoRefreshSpreadDays: 3,
    });
  });

  it('the policy file takes precedence over the configuration file, but not over variables and options', () => {
    const folder = files({
      'diptych.yaml':
        'issuer:\n  policy: policy.yaml\n  maxAuthKeys: 1\n  msoValidityDays: 1\n  codeTtlSeconds: 1\n',
      'policy.yaml': 'maxAuthKeys: 2\nmsoValidityDays: 2\ncodes:\n  wrongPerDevice: 2\n',
    });
    const { settings, origins } = loadWithOrigins({
      file: join(folder, 'diptych.yaml'),
      environment: { DIPTYCH_ISSUER_MSO_VALIDITY_DAYS: '3' },
      options: { 'issuer.codes.wrongPerDevice': 4 },
    });
    const { maxAuthKeys, msoValidityDays, codeTtlSeconds, codes } = settings.issuer;
    expect([codeTtlSeconds, maxAuthKeys, msoValidityDays, codes.wrongPerDevice]).toEqual([1, 2, 3, 4]);
    expect(origins.get('issuer.codeTtlSeconds')?.text).toBe(`${folder}/diptych.yaml:5:3`);
    expect(origins.get('issuer.maxAuthKeys')?.text).toBe(`${folder}/policy.yaml:1:1`);
    expect(origins.get('issuer.msoValidityDays')?.text).toBe('the variable DIPTYCH_ISSUER_MSO_VALIDITY_DAYS');
    expect(origins.get('issuer.codes.wrongPerDevice')?.text).toBe('an option of the command');
  });

  it('file names in a policy file are relative to it', () => {
    const folder = files({ 'policy.yaml': 'attestation:\n  roots: roots.json\n' });
    const { attestation } = loadSettings(policyOption(join(folder, 'policy.yaml'))).issuer;
    expect(attestation.roots).toBe(join(folder, 'roots.json'));
  });

  it('a policy file may be JSON, or empty', () => {
    const folder = files({ 'policy.json': '{"maxAuthKeys": 7}', 'empty.yaml': '# nothing yet\n' });
    const keys = (name: string) => loadSettings(policyOption(join(folder, name))).issuer.maxAuthKeys;
    expect([keys('policy.json'), keys('empty.yaml')]).toEqual([7, 100]);
  });
});

describe('a mistake in a policy file is named by line and column', () => {
  it.each([
    [
      'maxAuthKey: 5',
      'maxAuthKey (policy.yaml:1:1) is not a member of the policy; did you mean maxAuthKeys?',
    ],
    ['issuer:\n  maxAuthKeys: 5', 'issuer (policy.yaml:1:1) is not a member of the policy'],
    ['port: 8080', 'port (policy.yaml:1:1) is not a member of the policy'],
    [
      'codes:\n  wrongPerDevise: 3',
      'codes.wrongPerDevise (policy.yaml:2:3) is not a member of the policy; did you mean codes.wrongPerDevice?',
    ],
    [
      'wrongInAll: 3',
      'wrongInAll (policy.yaml:1:1) is not a member of the policy; did you mean codes.wrongInAll?',
    ],
    ['decisions: sometimes', 'decisions (policy.yaml:1:1) must be one of automatic, manual'],
    ['# a comment\n\n  msoValidityDays: 400', 'msoValidityDays (policy.yaml:3:3) must be <= 365'],
    ['maxDevicesPerHolder: "2"', 'maxDevicesPerHolder (policy.yaml:1:1) must be integer'],
    [
      'challenges: [letter]',
      'challenges.0 (policy.yaml:1:14) must be one of physicalLocationVisit, issuerUrlVisit, additionalTimeRequired',
    ],
    ['challenges: []', 'challenges (policy.yaml:1:1) must not have fewer than 1 items'],
    [
      `byDocumentType:\n  ${MDL}:\n    decision: manual`,
      `byDocumentType.${MDL}.decision (policy.yaml:3:5) is not known here; did you mean decisions?`,
    ],
    [
      'byDocumentType:\n  org.iso.18013.5.1.mdl:\n    decisions: manual',
      `issuer.byDocumentType (policy.yaml:2:3) names org.iso.18013.5.1.mdl, which is not served; did you mean ${MDL}?`,
    ],
    [
      'msoValidityDays: 10\nmsoRefreshDays: 10',
      'issuer.msoRefreshDays (policy.yaml:2:1) must be less than msoValidityDays: a wallet has to refresh before that',
    ],
    [
      'msoValidityDays: 10\nmsoRefreshSpreadDays: 4',
      'issuer.msoRefreshSpreadDays (policy.yaml:2:1) must be at most a third of msoValidityDays',
    ],
    [
      'codes:\n  wrongInAll: 3',
      'issuer.codes.wrongInAll (policy.yaml:2:3) must not be less than wrongPerDevice, which is for one device',
    ],
    ['- a\n- b', 'the whole file (policy.yaml:1:1) is not a member of the policy'],
    ['just text', 'policy.yaml holds no settings'],
    ['maxAuthKeys: 5\nmaxAuthKeys: 6', 'policy.yaml:2:1 is neither JSON nor YAML: Map keys must be unique'],
    [
      'decisions: [manual',
      'policy.yaml:1:19 is neither JSON nor YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  ])('the policy file %j is refused, and the error names the place', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  it('all mistakes in a policy file are reported', () => {
    expect(faults('decisions: 1\nchallenges: 2\ncodeTtlSeconds: 0\nx: 1')).toHaveLength(4);
  });

  it('mistakes in an application of a policy file are reported too', () => {
    const text = 'attestation:\n  applications:\n    - package: a\n    - package: b\n      digset: c\n';
    expect(faults(text)).toEqual([
      'attestation.applications.1.digset (policy.yaml:5:7) is not known here; did you mean digest?',
    ]);
  });

  it('the error names a policy file that does not exist', () => {
    expect(problems(policyOption('/nowhere/policy.yaml'))[0]).toMatch(
      /^\/nowhere\/policy\.yaml cannot be read/,
    );
  });

  it('a file that the policy file names and that cannot be used is reported with its setting', () => {
    const folder = files({ 'policy.yaml': 'attestation:\n  roots: roots.json\n', 'roots.json': '{}' });
    const settings = loadSettings(policyOption(join(folder, 'policy.yaml')));
    expect(() => issuerPolicy(settings)).toThrow(
      /issuer\.attestation\.roots \(.*roots\.json\) cannot be used/,
    );
  });
});

describe('The effective policy', () => {
  it('the effective policy lists every member with its value and source', () => {
    const path = join(files({ 'policy.yaml': 'codes:\n  wrongPerDevice: 3\n' }), 'policy.yaml');
    const rows = effectivePolicy(loadWithOrigins(policyOption(path)));
    const of = (name: string) => rows.find((row) => row.name === name);
    expect(rows).toHaveLength(POLICY_SETTINGS.length);
    expect(of('codes.wrongPerDevice')).toMatchObject({ value: 3, origin: `${path}:2:3` });
    expect(of('maxAuthKeys')).toMatchObject({ value: 100, origin: 'default' });
    expect(of('attestation.requireIdentityCredentialKey')).toMatchObject({
      value: false,
      origin: 'default of sandbox',
    });
  });
});

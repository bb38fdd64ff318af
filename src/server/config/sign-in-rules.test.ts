import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from './load-settings.ts';

const GOOD = {
  id: 'agency',
  name: 'Agency',
  issuer: 'https://login.agency.example',
  clientId: 'diptych',
  clientSecretFile: 'secret',
  servesOneOrganisation: true,
  roles: [{ claim: 'groups', value: 'viewers', role: 'viewer' }],
};

function problemsWith(...organisations: readonly object[]): string {
  try {
    loadSettings({ environment: {}, options: { 'signIn.organisations': organisations } });
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join('\n');
    throw error;
  }
}

describe('The settings of sign-in by an organisation', () => {
  it('an issuer of one organisation, or one with tenants, is accepted', () => {
    const { servesOneOrganisation: _, ...open } = GOOD;
    const tenant = { claim: 'tid', values: ['1'] };
    expect(problemsWith(GOOD)).toBe('');
    expect(problemsWith({ ...open, tenant })).toBe('');
    expect(problemsWith(GOOD, { ...GOOD, id: 'other', issuer: 'https://login.other.example' })).toBe('');
  });

  it.each([
    [{ servesOneOrganisation: false }, 'needs tenant'],
    [{ servesOneOrganisation: undefined }, 'needs tenant'],
    [{ tenant: { claim: 'tid', values: ['1'] } }, 'only one of them'],
    [{ issuer: 'https://accounts.google.com' }, 'anybody has an account'],
    [{ roles: [] }, 'gives no role'],
    [{ people: [{ subject: 'a', role: 'approver' }] }, 'needs strong'],
    [{ roles: [{ claim: 'groups', value: 'a', role: 'administrator' }] }, 'needs strong'],
    [{ issuer: 'http://login.agency.example' }, 'on this machine only'],
    [{ id: '../x' }, 'signIn.organisations'],
    [{ strong: { claim: 'amr', values: ['mfa'] } }, 'acr, acrs'],
  ])('%j is refused', (more, problem) => {
    expect(problemsWith({ ...GOOD, ...more })).toContain(problem);
  });

  it('two organisations cannot have one issuer, because a person would belong to both', () => {
    expect(problemsWith(GOOD, { ...GOOD, id: 'other' })).toContain('earlier organisation');
    expect(problemsWith(GOOD, { ...GOOD, issuer: 'https://other.example' })).toContain(
      'earlier organisation',
    );
  });
});

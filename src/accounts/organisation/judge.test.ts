import { describe, expect, it } from 'vitest';
import type { Claims, Organisation } from '../ports/organisation.ts';
import { judge, roleOfSignIn } from './judge.ts';

const AGENCY: Organisation = {
  id: 'agency',
  name: 'Agency',
  issuer: 'https://login.agency.example',
  tenant: { claim: 'tid', values: ['tenant-1', 'tenant-2'] },
  roles: [
    { claim: 'roles', value: 'viewers', role: 'viewer' },
    { claim: 'roles', value: 'approvers', role: 'approver' },
    { claim: 'realm_access.roles', value: 'operators', role: 'operator' },
    { claim: 'https://agency.example/groups', value: 'admins', role: 'administrator' },
    { claim: 'groups', value: 'g-1', role: 'operator' },
    { claim: 'resource_access.diptych.agency.example.roles', value: 'clerks', role: 'operator' },
  ],
  people: [{ subject: 'listed', role: 'operator' }],
  strong: { claim: 'acrs', values: ['c1', 'c2'] },
};

const claims = (more: object): Claims => ({ sub: 'person', tid: 'tenant-1', ...more });
const refused = (reason: string) => ({ outcome: 'refused', reason });
const admitted = (role: string, isStrong = false) => ({ outcome: 'admitted', role, isStrong });

describe('The tenant of an organisation', () => {
  it.each([
    undefined,
    'tenant-3',
    '',
    ['tenant-1'],
    ['tenant-1', 'tenant-3'],
    { 0: 'tenant-1' },
    1,
    'TENANT-1',
  ])('people whose token has the tenant %j are refused', (tid) =>
    expect(judge(AGENCY, claims({ tid, roles: ['viewers'] }))).toEqual(refused('tenantNotAllowed')),
  );

  it('people of each named tenant are admitted', () => {
    for (const tid of ['tenant-1', 'tenant-2'])
      expect(judge(AGENCY, claims({ tid, roles: ['viewers'] }))).toEqual(admitted('viewer'));
  });

  it('without a tenant, as for an issuer of one organisation, all its people are admitted', () => {
    const { tenant: _, ...open } = AGENCY;
    expect(judge(open, { sub: 'person', roles: ['viewers'] })).toEqual(admitted('viewer'));
  });

  it('a claim that is only inherited does not count', () => {
    const inherited = { ...AGENCY, tenant: { claim: 'constructor', values: ['Object'] } };
    expect(judge(inherited, claims({ roles: ['viewers'] }))).toEqual(refused('tenantNotAllowed'));
  });
});

describe('The role table', () => {
  it.each([
    [{ roles: ['viewers'] }, 'viewer'],
    [{ roles: 'viewers' }, 'viewer'],
    [{ roles: ['approvers', 'viewers', 'unknown'] }, 'approver'],
    [{ realm_access: { roles: ['operators'] } }, 'operator'],
    [{ resource_access: { 'diptych.agency.example': { roles: ['clerks'] } } }, 'operator'],
    [{ 'resource_access.diptych': { 'agency.example.roles': ['clerks'] } }, 'operator'],
    [{ 'realm_access.roles': ['operators'] }, 'operator'],
    [{ 'https://agency.example/groups': ['admins'] }, 'administrator'],
    [{ sub: 'listed' }, 'operator'],
    [{ sub: 'listed', roles: ['viewers'] }, 'operator'],
  ])('the highest role of these claims counts: %j', (more, role) => {
    expect(judge(AGENCY, claims(more))).toEqual(admitted(role));
  });

  it.each([
    {},
    { roles: [] },
    { roles: ['Viewers', 'viewers ', ['viewers'], { viewers: true }] },
    { roles: { viewers: true } },
    { realm_access: ['operators'] },
    { realm_access: null },
    { sub: 'Listed' },
  ])('without a match there is no access: %j', (more) => {
    expect(judge(AGENCY, claims(more))).toEqual(refused('roleMissing'));
  });

  it.each([
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
    { hasgroups: true },
    { roles: ['viewers'], hasgroups: true },
  ])('a token whose groups were left out is refused: %j', (more) => {
    expect(judge(AGENCY, claims(more))).toEqual(refused('groupsLeftOut'));
  });

  it('groups that were left out do not matter if the table does not use them', () => {
    const roles = AGENCY.roles.filter(({ claim }) => claim !== 'groups');
    const more = { roles: ['viewers'], _claim_names: { groups: 'src1' } };
    expect(judge({ ...AGENCY, roles }, claims(more))).toEqual(admitted('viewer'));
  });
});

describe('Strong authentication', () => {
  it.each([
    [{ acrs: ['c2', 'c9'] }, true],
    [{ acrs: 'c1' }, true],
    [{ acrs: ['c9'] }, false],
    [{ acr: 'c1' }, false],
    [{ amr: ['hwk', 'mfa'] }, false],
    [{}, false],
  ])('%j is strong: %j', (more, isStrong) => {
    expect(judge(AGENCY, claims({ roles: ['approvers'], ...more }))).toEqual(admitted('approver', isStrong));
  });

  it('a sign-in that is not strong gives at most the role of an operator', () => {
    expect(roleOfSignIn('administrator', false)).toBe('operator');
    expect(roleOfSignIn('approver', false)).toBe('operator');
    expect(roleOfSignIn('operator', false)).toBe('operator');
    expect(roleOfSignIn('viewer', false)).toBe('viewer');
    expect(roleOfSignIn('administrator', true)).toBe('administrator');
  });
});

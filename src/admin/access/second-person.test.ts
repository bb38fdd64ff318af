import { describe, expect, it } from 'vitest';
import type { Approval } from '../../issuer/model/index.ts';
import { SECOND_PERSON_EFFECTS, SECOND_PERSON_GROUPS } from '../contract/effects.ts';
import { type GuardedName, METHOD_NAMES, methodNamed } from '../contract/index.ts';
import {
  personNow,
  requirePerson,
  requireRequester,
  requireSecondPerson,
  roleToApprove,
  waitingMethods,
} from './second-person.ts';

const approval = (method: string, requestedBy = 'user-ada'): Approval => ({
  approvalId: 'a-1',
  revision: 0,
  state: 'awaited',
  method,
  requestedBy,
  requestId: 'r-1',
  createdAt: 0,
});

describe('admin.secondPerson', () => {
  it('an empty admin.secondPerson names no methods', () => {
    expect([...waitingMethods([])]).toEqual([]);
  });

  const ROLES = waitingMethods(['roles']);
  const besideRoles = (...chosen: readonly string[]) =>
    [...waitingMethods(chosen)].filter((name) => !ROLES.has(name)).sort();

  it('a group includes every method that can have one of its effects, and always those of roles', () => {
    expect(besideRoles('codes')).toEqual(['issueCode']);
    expect(besideRoles('credentials')).toEqual([
      'eraseHolder',
      'publishStatusLists',
      'releaseDevice',
      'revokeCredential',
      'revokeHolder',
    ]);
    expect([...waitingMethods(['codes'])]).toEqual(expect.arrayContaining([...ROLES]));
  });

  it('the name of a method stands for what it is for, so another method cannot do the same alone', () => {
    expect(besideRoles('revokeHolder')).toEqual(['revokeHolder']);
    expect(besideRoles('revokeCredential')).toEqual([
      'eraseHolder',
      'releaseDevice',
      'revokeCredential',
      'revokeHolder',
    ]);
  });

  it.each(METHOD_NAMES)('%s waits for each group that has one of its effects, and for no other', (name) => {
    for (const group of SECOND_PERSON_GROUPS) {
      const effects: readonly string[] = [...SECOND_PERSON_EFFECTS[group], ...SECOND_PERSON_EFFECTS.roles];
      const isMeant = methodNamed(name).audit?.some((event) => effects.includes(event)) ?? false;
      expect([group, waitingMethods([group]).has(name as GuardedName)]).toEqual([group, isMeant]);
    }
  });
});

describe('The approver of a request', () => {
  it('the approver needs the role of the method, and at least the role approver', () => {
    expect(roleToApprove('issueCode')).toBe('approver');
    expect(roleToApprove('revokeCredential')).toBe('approver');
    expect(roleToApprove('setUserRole')).toBe('administrator');
  });

  it('the approver of a method that this version does not have must be an administrator', () => {
    expect(roleToApprove('methodOfAnotherVersion')).toBe('administrator');
  });

  it('the requester may not approve the request', () => {
    const same = { operatorId: 'user-ada', role: 'administrator' } as const;
    expect(() => requireSecondPerson(approval('issueCode'), same)).toThrow('another person');
  });

  it('approval is refused with too low a role', () => {
    const other = { operatorId: 'user-eve', role: 'approver' } as const;
    expect(() => requireSecondPerson(approval('issueCode'), other)).not.toThrow();
    expect(() => requireSecondPerson(approval('setUserRole'), other)).toThrow('needs the role administrator');
  });

  it('the approver must be a person, so the admin token is refused', () => {
    expect(() => requirePerson({ operatorId: 'operator' })).toThrow('run diptych login');
    expect(() => requirePerson({ operatorId: 'user-ada' })).not.toThrow();
  });
});

describe('The requester of an approved request', () => {
  const REFUSED = { code: 'FAILED_PRECONDITION', reason: 'REQUESTER_NOT_ALLOWED' };

  it('the requester must still have the role of the method when the request runs', () => {
    expect(requireRequester(approval('issueCode'), 'operator')).toBe('operator');
    for (const role of ['viewer', undefined] as const)
      expect(() => requireRequester(approval('issueCode'), role)).toThrow(expect.objectContaining(REFUSED));
  });

  it('the requester must be a person, whatever role the admin token has', async () => {
    const people = { roleOf: () => 'administrator' as const, areOfOrganisation: false };
    const nobody = { user: async () => undefined };
    const { role } = await personNow(nobody, people, 'operator');
    expect(() => requireRequester(approval('issueCode', 'operator'), role)).toThrow(
      expect.objectContaining(REFUSED),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Approval } from '../../issuer/model/index.ts';
import {
  methodsOf,
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

  it('a group in admin.secondPerson includes its methods, and always those of roles', () => {
    expect(new Set(waitingMethods(['codes']))).toEqual(new Set(['issueCode', ...methodsOf('roles')]));
  });

  it('admin.secondPerson may name a single method, and always includes those of roles', () => {
    expect(new Set(waitingMethods(['eraseHolder']))).toEqual(new Set(['eraseHolder', ...methodsOf('roles')]));
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

  it('the requester must still have the role of the method when the request runs', async () => {
    expect(await requireRequester(approval('issueCode'), async () => 'operator')).toBe('operator');
    await expect(requireRequester(approval('issueCode'), async () => 'viewer')).rejects.toMatchObject(
      REFUSED,
    );
    await expect(requireRequester(approval('issueCode'), async () => undefined)).rejects.toMatchObject(
      REFUSED,
    );
  });

  it('the requester must be a person, whatever role the admin token has', async () => {
    const asked = approval('issueCode', 'operator');
    await expect(requireRequester(asked, async () => 'administrator')).rejects.toMatchObject(REFUSED);
  });
});

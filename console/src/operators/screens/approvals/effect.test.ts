import { describe, expect, it } from 'vitest';
import { actedOn, effectOf, otherMembers, readerOf, targetOf } from './effect.ts';

describe('The target of a request for approval', () => {
  it.each([
    ['revokeHolder', { id: 'h-1' }, { kind: 'holder', id: 'h-1' }],
    ['issueCode', { holderId: 'h-1' }, { kind: 'holder', id: 'h-1' }],
    ['revokeCredential', { id: 'c-1' }, { kind: 'credential', id: 'c-1' }],
    ['setUserRole', { user: 'u-1', role: 'viewer' }, { kind: 'user', id: 'u-1' }],
    ['releaseDevice', { id: 'd-1' }, { kind: 'device', id: 'd-1' }],
    ['discardKey', { id: 'AB' }, { kind: 'key', id: 'AB' }],
    ['rotateKey', { role: 'identity' }, { kind: 'other', id: 'identity' }],
  ])('the request %s with the arguments %j is about %j', (method, args, target) => {
    expect(targetOf(method, args)).toEqual(target);
  });

  it('a request without arguments, or whose arguments were erased, has no target', () => {
    expect(targetOf('resetSeals', { reason: 'keyLost' })).toBeUndefined();
    expect(targetOf('revokeHolder', undefined)).toBeUndefined();
  });

  it('the target is read by the method for its type', () => {
    expect(readerOf({ kind: 'user', id: 'u' })).toBe('getUser');
    expect(readerOf({ kind: 'key', id: 'AB' })).toBeUndefined();
  });
});

describe('The target of a request that ran, by the entries of the audit log', () => {
  const code = { subject: 'code', subjectId: 'code-1', event: 'create', holderId: 'h-1' };
  const revoked = { subject: 'credential', subjectId: 'c-1', event: 'revoke', holderId: 'h-1' };
  const approval = { subject: 'approval', subjectId: 'a-1', event: 'succeed' };
  const holder = (subjectId: string, event = 'revoke') => ({ subject: 'holder', subjectId, event });
  const target = (method: string, ...entries: readonly object[]) =>
    actedOn(method, entries as Parameters<typeof actedOn>[1]);

  it('a holder is named, not the credentials that were revoked with the holder', () => {
    expect(target('revokeHolder', revoked, holder('h-1'), approval)).toMatchObject({
      kind: 'holder',
      id: 'h-1',
    });
    expect(target('revokeCredential', revoked, approval)).toMatchObject({ kind: 'credential', id: 'c-1' });
  });

  it('the holder is named whom a code was issued for', () => {
    expect(target('issueCode', code)).toMatchObject({ kind: 'holder', id: 'h-1' });
  });

  it('of several holders none is named', () => {
    const created = [holder('h-1', 'create'), holder('h-2', 'create')];
    expect(target('importHolders', ...created)).toBeUndefined();
    expect(target('importHolders', created[0]!)).toMatchObject({ id: 'h-1' });
  });

  it('a method that acts on no such thing has no target', () => {
    expect(target('publishStatusLists', revoked)).toBeUndefined();
  });
});

describe('the effect of a request for approval', () => {
  const user = { id: 'u-1', role: 'operator', state: 'active', etag: '"x"' };

  it.each([
    [
      'setUserRole',
      { user: 'u-1', role: 'approver' },
      { member: 'role', before: 'operator', after: 'approver' },
    ],
    ['setUserRole', { user: 'u-1' }, { member: 'role', before: 'operator', after: undefined }],
    ['disableUser', { user: 'u-1' }, { member: 'state', before: 'active', after: 'disabled' }],
    ['revokeCredential', { id: 'c' }, { member: 'state', before: 'active', after: 'revoked' }],
  ])('of %s with the arguments %j is the member that changes', (method, args, effect) => {
    expect(effectOf(method, args, user)).toEqual(effect);
  });

  it('no effect is shown for methods whose effect is not known', () => {
    expect(effectOf('rotateKey', { role: 'identity' }, {})).toBeUndefined();
  });

  it('members of the request are shown once: target and reason stand elsewhere', () => {
    const args = { user: 'u-1', role: 'approver', reason: 'other', note: 'asked by phone' };
    expect(otherMembers('setUserRole', args)).toEqual([['role', 'approver']]);
    expect(otherMembers('rotateKey', { role: 'identity' })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { effectOf, readerOf, targetOf } from './effect.ts';

describe('The target of a request for approval', () => {
  it.each([
    ['revokeHolder', { id: 'h-1' }, { kind: 'holder', id: 'h-1' }],
    ['issueCode', { holderId: 'h-1' }, { kind: 'holder', id: 'h-1' }],
    ['revokeCredential', { id: 'c-1' }, { kind: 'credential', id: 'c-1' }],
    ['setUserRole', { user: 'u-1', role: 'viewer' }, { kind: 'user', id: 'u-1' }],
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

describe('the effect of a request for approval', () => {
  const user = { id: 'u-1', role: 'operator', state: 'active', etag: '"x"' };

  it('an effect is shown before and after, without empty members', () => {
    expect(effectOf('setUserRole', { user: 'u-1', role: 'approver' }, user)).toEqual({
      before: { id: 'u-1', role: 'operator', state: 'active' },
      after: { id: 'u-1', role: 'approver', state: 'active' },
    });
  });

  it('after a role is taken away the user has no role', () => {
    expect(effectOf('setUserRole', { user: 'u-1' }, user)?.after).toEqual({ id: 'u-1', state: 'active' });
  });

  it('after an erasure nothing is left', () => {
    expect(effectOf('eraseHolder', { id: 'h' }, { id: 'h' })).toEqual({ before: { id: 'h' } });
  });

  it('the effect of a revocation is the new state', () => {
    expect(effectOf('revokeCredential', { id: 'c' }, { id: 'c', state: 'active' })?.after).toEqual({
      id: 'c',
      state: 'revoked',
    });
  });

  it('no effect is shown for methods whose effect is not known', () => {
    expect(effectOf('rotateKey', { role: 'identity' }, {})).toBeUndefined();
  });
});

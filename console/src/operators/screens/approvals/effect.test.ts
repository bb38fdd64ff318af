import { describe, expect, it } from 'vitest';
import { effectOf, readerOf, targetOf } from './effect.ts';

describe('what a request for approval is about', () => {
  it.each([
    ['revokeHolder', { id: 'h-1' }, { kind: 'holder', id: 'h-1' }],
    ['issueCode', { holderId: 'h-1' }, { kind: 'holder', id: 'h-1' }],
    ['revokeCredential', { id: 'c-1' }, { kind: 'credential', id: 'c-1' }],
    ['setUserRole', { user: 'u-1', role: 'viewer' }, { kind: 'user', id: 'u-1' }],
    ['discardKey', { id: 'AB' }, { kind: 'key', id: 'AB' }],
    ['rotateKey', { role: 'identity' }, { kind: 'other', id: 'identity' }],
  ])('%s', (method, args, target) => {
    expect(targetOf(method, args)).toEqual(target);
  });

  it('is nothing for a request without one, or one that was erased', () => {
    expect(targetOf('resetSeals', { reason: 'keyLost' })).toBeUndefined();
    expect(targetOf('revokeHolder', undefined)).toBeUndefined();
  });

  it('is read by the method of its kind', () => {
    expect(readerOf({ kind: 'user', id: 'u' })).toBe('getUser');
    expect(readerOf({ kind: 'key', id: 'AB' })).toBeUndefined();
  });
});

describe('the effect of a request for approval', () => {
  const user = { id: 'u-1', role: 'operator', state: 'active', etag: '"x"' };

  it('is shown as before and after, without members that say nothing', () => {
    expect(effectOf('setUserRole', { user: 'u-1', role: 'approver' }, user)).toEqual({
      before: { id: 'u-1', role: 'operator', state: 'active' },
      after: { id: 'u-1', role: 'approver', state: 'active' },
    });
  });

  it('of a role that is taken away is no role', () => {
    expect(effectOf('setUserRole', { user: 'u-1' }, user)?.after).toEqual({ id: 'u-1', state: 'active' });
  });

  it('of an erasure is nothing that stays', () => {
    expect(effectOf('eraseHolder', { id: 'h' }, { id: 'h' })).toEqual({ before: { id: 'h' } });
  });

  it('of a revocation is the state', () => {
    expect(effectOf('revokeCredential', { id: 'c' }, { id: 'c', state: 'active' })?.after).toEqual({
      id: 'c',
      state: 'revoked',
    });
  });

  it('of other methods is not guessed', () => {
    expect(effectOf('rotateKey', { role: 'identity' }, {})).toBeUndefined();
  });
});

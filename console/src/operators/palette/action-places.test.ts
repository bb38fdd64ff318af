import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodNamed } from '../../../../src/admin/contract/index.ts';
import { ACTIONS } from './action-places.ts';

/** Methods that are no actions of a person, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  checkHolders: 'part of an import',
  searchHolders: 'the search itself',
  nameHolders: 'each list calls it',
  findUser: 'the command line calls it',
  claimProofing: 'opening a proofing does it',
  releaseProofing: 'closing a proofing does it',
  decideProofings: 'of chosen rows',
  clearActions: 'of chosen rows',
  replayNotification: 'of chosen rows',
  createUser: 'the console invites',
  setUserPassword: 'the console invites again',
  rotateMasterKey: 'only on the command line',
  startConsole: 'only on the command line',
};

describe('The actions that the search from everywhere finds', () => {
  it('are all methods that a person calls to change something', () => {
    const changing = METHOD_NAMES.filter((name) => methodNamed(name).http[0] === 'POST');
    const left = changing.filter((name) => !Object.hasOwn(ACTIONS, name));
    expect(left.toSorted()).toEqual(Object.keys(OTHERS).toSorted());
  });

  it('are those on a holder that the page of the holder offers', () => {
    const isErased = (holder: object) => ACTIONS.eraseHolder.when({ state: 'revoked', ...holder });
    expect(isErased({})).toBe(true);
    expect(isErased({ holds: [] })).toBe(true);
    expect(isErased({ holds: ['hold-1'] })).toBe(false);
    expect(ACTIONS.issueCode.when({ state: 'revoked' })).toBe(false);
    expect(ACTIONS.refreshHolder.when({ state: 'revoked' })).toBe(true);
  });

  it('are those on a user that the page of the user offers', () => {
    const ofOrganisation = { state: 'active', organisation: 'https://idp.example', passkeys: 0 };
    expect(ACTIONS.setUserRole.when(ofOrganisation, 'user-1')).toBe(false);
    expect(ACTIONS.resetUserPasskeys.when(ofOrganisation, 'user-1')).toBe(false);
    expect(ACTIONS.disableUser.when(ofOrganisation, 'user-1')).toBe(true);
    // No person disables the own account.
    expect(ACTIONS.disableUser.when({ ...ofOrganisation, id: 'user-1' }, 'user-1')).toBe(false);
    expect(ACTIONS.resetUserPasskeys.when({ state: 'active', passkeys: 1 }, 'user-1')).toBe(true);
  });
});

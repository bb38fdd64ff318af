import type { AccountDeps } from '../deps.ts';
import {
  changeOAuthClient,
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  resetOAuthClientSecret,
} from './clients.ts';
import type { AccountMethodName, AccountOperation } from './contract.ts';
import { listOAuthKeys, rotateOAuthKeys } from './keys.ts';
import { issueToken } from './tokens.ts';
import {
  changeUserPublishers,
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  getUser,
  listUsers,
  setUserPassword,
  setUserRole,
  signOutUser,
} from './users.ts';
import { whoAmI } from './who-am-i.ts';

export { ACCOUNT_METHODS, type AccountRequest, type AccountResponse } from './contract.ts';
export { accountPreparations } from './preparations.ts';

export type AccountAdministration = { readonly [Name in AccountMethodName]: AccountOperation<Name> };

/** What an operator does around sign-in and consent. */
export function accountAdministration(deps: AccountDeps): AccountAdministration {
  return {
    whoAmI: whoAmI(deps),
    createUser: createUser(deps),
    listUsers: listUsers(deps),
    getUser: getUser(deps),
    changeUserPublishers: changeUserPublishers(deps),
    setUserRole: setUserRole(deps),
    setUserPassword: setUserPassword(deps),
    disableUser: disableUser(deps),
    enableUser: enableUser(deps),
    signOutUser: signOutUser(deps),
    deleteUser: deleteUser(deps),
    createOAuthClient: createOAuthClient(deps),
    listOAuthClients: listOAuthClients(deps),
    getOAuthClient: getOAuthClient(deps),
    changeOAuthClient: changeOAuthClient(deps),
    resetOAuthClientSecret: resetOAuthClientSecret(deps),
    deleteOAuthClient: deleteOAuthClient(deps),
    issueToken: issueToken(deps),
    listOAuthKeys: listOAuthKeys(deps),
    rotateOAuthKeys: rotateOAuthKeys(deps),
  };
}

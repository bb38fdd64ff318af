import type { AccountDeps } from '../accounts/deps.ts';
import type { AccountMethodName, AccountOperation } from './account-contract.ts';
import {
  changeOAuthClient,
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  resetOAuthClientSecret,
} from './clients/clients.ts';
import { listOAuthKeys, rotateOAuthKeys } from './oauth-keys/oauth-keys.ts';
import { issueToken } from './tokens/issue-token.ts';
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
} from './users/users.ts';
import { whoAmI } from './users/who-am-i.ts';

export { ACCOUNT_METHODS, type AccountRequest, type AccountResponse } from './account-contract.ts';
export { accountPreparations } from './account-preparations.ts';

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

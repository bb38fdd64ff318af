import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser } from './user.ts';

export const signOutUser = operation(USER_METHODS.signOutUser, {
  needs: accounts,
  run: (deps, { user }, actor) => changeUser(deps, user, actor, { event: 'signOut', endsGrants: true }),
});

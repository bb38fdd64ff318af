import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, withUserId } from './user.ts';

export const disableUser = operation(USER_METHODS.disableUser, {
  needs: accounts,
  prepare: withUserId,
  run: (deps, { user }, actor) =>
    changeUser(deps, user, actor, {
      event: 'disable',
      set: (before) => ({ ...before, state: 'disabled' }),
      endsGrants: true,
    }),
});

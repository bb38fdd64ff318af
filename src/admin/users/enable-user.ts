import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, withUserId } from './user.ts';

export const enableUser = operation(USER_METHODS.enableUser, {
  needs: accounts,
  prepare: withUserId,
  run: (deps, { user }, actor) =>
    changeUser(deps, user, actor, {
      event: 'enable',
      set: (before) => ({ ...before, state: 'active' }),
      readmits: true,
    }),
});

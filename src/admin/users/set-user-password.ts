import type { User } from '../../accounts/ports/entities.ts';
import { refuseWithRole } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, requireOwnAccount } from './user.ts';

export const setUserPassword = operation(USER_METHODS.setUserPassword, {
  needs: accounts,
  async run(deps, { user, password }, actor) {
    const passwordHash = await deps.passwords.hash(password);
    const set = (before: User): User => {
      requireOwnAccount(before);
      refuseWithRole(
        deps,
        before.role,
        'remove it with diptych users role, set the password, then set the role again',
      );
      return { ...before, passwordHash, passwordIsOwn: false };
    };
    return changeUser(deps, user, actor, {
      event: 'setPassword',
      set,
      endsGrants: true,
      readmits: true,
      // An address that was sent before must not let another person choose the next password.
      also: (writer, { userId }) => writer.deleteConsoleCodesOf(userId),
    });
  },
});

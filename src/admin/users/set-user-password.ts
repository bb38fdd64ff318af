import { refuseWithRole } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, requireOwnAccount, userNamed } from './user.ts';

export const setUserPassword = operation(USER_METHODS.setUserPassword, {
  needs: accounts,
  async run(deps, { user, password }, actor) {
    const found = await deps.store.read((reader) => userNamed(reader, user));
    requireOwnAccount(found);
    refuseWithRole(
      deps,
      found.role,
      'remove it with diptych users role, set the password, then set the role again',
    );
    const passwordHash = await deps.passwords.hash(password);
    return changeUser(deps, user, actor, {
      event: 'setPassword',
      set: (before) => ({ ...before, passwordHash, passwordIsOwn: false }),
      endsGrants: true,
      readmits: true,
      // An address that was sent before must not let another person choose the next password.
      also: (writer, { userId }) => writer.deleteConsoleCodesOf(userId),
    });
  },
});

import type { User } from '../../accounts/ports/entities.ts';
import { omit } from '../../conventions/omit.ts';
import { requireOwnPassword } from '../access/own-password.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { changeUser, requireOwnAccount, userNamed } from './user.ts';

/** Sessions continue, because every request looks up the current role. */
export const setUserRole = operation(USER_METHODS.setUserRole, {
  needs: accounts,
  async prepare({ store, policy }, request) {
    const user = await store.read((reader) => userNamed(reader, request.user));
    requireOwnAccount(user);
    requireOwnPassword({ policy }, user, request.role);
    return { ...request, user: user.userId };
  },
  run(deps, { user, role }, actor) {
    const set = (before: User) => {
      requireOwnAccount(before);
      requireOwnPassword(deps, before, role);
      const rest = omit(before, 'role');
      return { ...rest, ...(role && { role }) };
    };
    return changeUser(deps, user, actor, { event: 'setRole', set });
  },
});

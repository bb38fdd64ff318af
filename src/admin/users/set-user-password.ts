import type { AdminOperation } from '../operation.ts';
import { refuseWithRole } from '../policy/own-password.ts';
import { changeUser, type Needs, requireOwnAccount, userNamed } from './user.ts';

export const setUserPassword: AdminOperation<'setUserPassword', Needs> =
  (deps) =>
  async ({ user, password }, actor) => {
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
    });
  };

import type { AdminOperation } from '../operation.ts';
import { refuseWithRole } from '../policy/own-password.ts';
import { changeUser, type Needs, userNamed } from './user.ts';

export const setUserPassword: AdminOperation<'setUserPassword', Needs> =
  (deps) =>
  async ({ user, password }, actor) => {
    const { role } = await deps.store.read((reader) => userNamed(reader, user));
    refuseWithRole(
      deps,
      role,
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

import type { AccountDeps } from '../../accounts/deps.ts';
import type { User } from '../../accounts/ports/entities.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { requireOwnPassword } from '../policy/own-password.ts';
import { changeUser, type Needs, requireOwnAccount, userNamed } from './user.ts';

/** Sessions continue, because every request looks up the current role. */
export const setUserRole: AdminOperation<'setUserRole', Needs> =
  (deps) =>
  ({ user, role }, actor) => {
    const set = (before: User) => {
      requireOwnAccount(before);
      requireOwnPassword(deps, before, role);
      const { role: _, ...rest } = before;
      return { ...rest, ...(role && { role }) };
    };
    return changeUser(deps, user, actor, { event: 'setRole', set });
  };

export const prepareSetUserRole =
  ({ store, policy }: Pick<AccountDeps, 'store' | 'policy'>): Preparation<'setUserRole'> =>
  async (request) => {
    const user = await store.read((reader) => userNamed(reader, request.user));
    requireOwnAccount(user);
    requireOwnPassword({ policy }, user, request.role);
    return { ...request, user: user.userId };
  };

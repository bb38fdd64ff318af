import { newUserId, normalEmail } from '../../accounts/ids.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { ConflictError } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { invalid, knownPublishers } from '../clients/publishers-and-scopes.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { refuseWithRole } from '../policy/own-password.ts';
import { heldBy, userView } from './user.ts';

export const createUser = operation(USER_METHODS.createUser, {
  needs: accounts,
  async run(deps, { email: given, password, publishers: ids, role }, actor) {
    const { store, passwords, clock, random } = deps;
    refuseWithRole(deps, role, 'create the user without a role, then set it with diptych users role');
    const email = normalEmail(given);
    if (email === undefined) throw invalid('email', 'must be an email address');
    const publishers = await knownPublishers(deps, 'publishers', ids);
    const passwordHash = await passwords.hash(password);
    const at = clock();
    const user: User = {
      userId: newUserId(random),
      revision: 0,
      email,
      passwordHash,
      passwordIsOwn: false,
      state: 'active',
      ...(role && { role }),
      publishers,
      createdAt: at,
      updatedAt: at,
    };
    try {
      await store.write(async (writer) => {
        await writer.insertUser(user);
        await writer.record({
          subject: 'user',
          subjectId: user.userId,
          event: 'create',
          to: user.state,
          actor,
          details: { after: heldBy(user) },
          at,
        });
      });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw new StatusError('USER_EXISTS', 'a user with this email exists already');
    }
    return userView(user);
  },
});

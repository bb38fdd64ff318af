import type { User } from '../../accounts/ports/entities.ts';
import { userSubject } from '../../accounts/sign-in/attempt-limits.ts';
import { requireAdministratorLeft } from '../access/last-administrator.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { heldBy, refuseDeleted, userNamed, userView, withUserId } from './user.ts';

/** Without the row, the next sign-in by the organisation would make the user anew. The id is no personal data. */
const onlyId = ({ organisation, role: _, ...user }: User, at: number): User => ({
  ...user,
  email: '',
  publishers: [],
  state: 'deleted',
  ...(organisation && { organisation: { ...organisation, subject: '' } }),
  updatedAt: at,
});

export const deleteUser = operation(USER_METHODS.deleteUser, {
  needs: accounts,
  prepare: withUserId,
  run: ({ store, clock, policy }, { user: name }, actor) =>
    store.write(async (writer) => {
      const user = await userNamed(writer, name);
      refuseDeleted(user);
      const at = clock();
      await writer.endGrants({ userId: user.userId });
      await writer.forgetAllAttempts(userSubject(user.email));
      await writer.deletePasskeysOf(user.userId);
      if (user.organisation) await writer.updateUser(onlyId(user, at));
      else await writer.deleteUser(user.userId);
      await requireAdministratorLeft(writer, policy, user, actor);
      await writer.record({
        subject: 'user',
        subjectId: user.userId,
        event: 'delete',
        from: user.state,
        to: 'deleted',
        actor,
        details: { before: heldBy(user) },
        at,
      });
      return userView(user);
    }),
});

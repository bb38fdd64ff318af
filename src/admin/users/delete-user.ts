import { userSubject } from '../../accounts/sign-in/attempts.ts';
import type { AdminOperation } from '../operation.ts';
import { heldBy, type Needs, userNamed, userView } from './user.ts';

export const deleteUser: AdminOperation<'deleteUser', Needs> =
  ({ store, clock }) =>
  ({ user: name }, actor) =>
    store.write(async (writer) => {
      const user = await userNamed(writer, name);
      await writer.endGrants({ userId: user.userId });
      await writer.forgetAllAttempts(userSubject(user.email));
      await writer.deleteUser(user.userId);
      await writer.record({
        subject: 'user',
        subjectId: user.userId,
        event: 'delete',
        from: user.state,
        to: 'deleted',
        actor,
        details: { before: heldBy(user) },
        at: clock(),
      });
      return userView(user);
    });

import { userSubject } from '../../accounts/sign-in/attempts.ts';
import type { AdminOperation } from '../operation.ts';
import { type Needs, userNamed, userView } from './user.ts';

export const deleteUser: AdminOperation<'deleteUser', Needs> =
  ({ store }) =>
  ({ user: name }) =>
    store.write(async (writer) => {
      const user = await userNamed(writer, name);
      await writer.endGrants({ userId: user.userId });
      await writer.forgetAllAttempts(userSubject(user.email));
      await writer.deleteUser(user.userId);
      return userView(user);
    });

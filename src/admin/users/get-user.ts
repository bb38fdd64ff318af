import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { userNamed } from './user.ts';
import { userStatuses } from './user-status.ts';

export const getUser = operation(USER_METHODS.getUser, {
  needs: accounts,
  run: ({ store, clock }, { user }) =>
    store.read(async (reader) => {
      const [view] = await userStatuses(reader, [await userNamed(reader, user)], clock());
      return view!;
    }),
});

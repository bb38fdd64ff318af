import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { userNamed, userView } from './user.ts';

export const getUser = operation(USER_METHODS.getUser, {
  needs: accounts,
  run: async ({ store }, { user }) => userView(await store.read((reader) => userNamed(reader, user))),
});

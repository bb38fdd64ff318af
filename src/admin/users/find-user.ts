import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { userNamed, userView } from './user.ts';

export const findUser = operation(USER_METHODS.findUser, {
  needs: accounts,
  run: async ({ store }, { email }) => userView(await store.read((reader) => userNamed(reader, email))),
});

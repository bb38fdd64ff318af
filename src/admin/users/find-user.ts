import type { AdminOperation } from '../operation.ts';
import { type Needs, userNamed, userView } from './user.ts';

export const findUser: AdminOperation<'findUser', Needs> =
  ({ store }) =>
  async ({ email }) =>
    userView(await store.read((reader) => userNamed(reader, email)));

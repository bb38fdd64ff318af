import type { AdminOperation } from '../operation.ts';
import { type Needs, userNamed, userView } from './user.ts';

export const getUser: AdminOperation<'getUser', Needs> =
  ({ store }) =>
  async ({ user }) =>
    userView(await store.read((reader) => userNamed(reader, user)));

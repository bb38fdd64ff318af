import type { AccountWriter } from '../../accounts/ports/store.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { accounts, operation } from '../operation/operation.ts';
import { userStatuses } from './user-status.ts';

export const listUsers = operation(USER_METHODS.listUsers, {
  needs: accounts,
  async run({ store, clock }, request) {
    const read = (page: Parameters<AccountWriter['listUsers']>[0]) => store.read((r) => r.listUsers(page));
    const { rows, next } = await listPage(request, { list: 'users' }, read, (user) => user.userId);
    const users = await store.read((reader) => userStatuses(reader, rows, clock()));
    return { users, ...next };
  },
});

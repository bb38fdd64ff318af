import type { AccountWriter } from '../../accounts/ports/store.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { type Needs, userView } from './user.ts';

export const listUsers: AdminOperation<'listUsers', Needs> =
  ({ store }) =>
  async (request) => {
    const read = (page: Parameters<AccountWriter['listUsers']>[0]) => store.read((r) => r.listUsers(page));
    const { rows, next } = await listPage(request, { list: 'users' }, read, (user) => user.userId);
    return { users: rows.map(userView), ...next };
  };

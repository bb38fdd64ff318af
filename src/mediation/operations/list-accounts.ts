import type { Operation } from '../operation.ts';
import { listed } from '../views/kept-views.ts';
import { accountView } from '../views/resources.ts';

export const listAccounts: Operation<'accounts.list', 'store'> =
  ({ store }) =>
  async ({ page, nextPage, caller }) => {
    const { rows, next } = await store.read((reader) => reader.listPublishers(page, caller.publishers));
    return { ...listed('account', rows.map(accountView)), ...nextPage(next) };
  };

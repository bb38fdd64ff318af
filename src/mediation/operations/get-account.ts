import type { Operation } from '../operation.ts';
import { notFound } from '../refusals.ts';
import { accountView } from '../views/resources.ts';

export const getAccount: Operation<'accounts.get', 'store'> =
  ({ store }) =>
  async ({ publisherId }) => {
    const publisher = await store.read((reader) => reader.publisher(publisherId));
    if (!publisher) throw notFound();
    return accountView(publisher);
  };

import { sortOf } from '../../conventions/order-by.ts';
import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { HOLDER_SORTS } from './contract.ts';
import { holderView } from './holder.ts';

export const listHolders: AdminOperation<'listHolders', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async ({ orderBy, ...request }) => {
    const read = (page: Page) => store.read((reader) => reader.listHolders(page));
    const { idPrefix } = request;
    const [args, sort] = [{ list: 'holders', idPrefix, orderBy }, sortOf(orderBy, HOLDER_SORTS)];
    const { rows, next } = await listPage(request, args, read, (row) => row.holderId, sort);
    return { holders: rows.map(holderView), ...next };
  };

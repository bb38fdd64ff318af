import { sortOf } from '../../conventions/order-by.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import { HOLDER_METHODS, HOLDER_SORTS } from '../contract/holders/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderView } from './holder.ts';

export const listHolders = operation(HOLDER_METHODS.listHolders, {
  needs: issuer,
  async run({ store }, { orderBy, ...request }) {
    const read = (page: Page) => store.read((reader) => reader.listHolders(page));
    const { idPrefix } = request;
    const [args, sort] = [{ list: 'holders', idPrefix, orderBy }, sortOf(orderBy, HOLDER_SORTS)];
    const { rows, next } = await listPage(request, args, read, (row) => row.holderId, sort);
    return { holders: rows.map(holderView), ...next };
  },
});

import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { holdView } from './hold.ts';

export const listHolds: AdminOperation<'listHolds', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async (request) => {
    const read = (page: Page) => store.read((reader) => reader.listHolds(page));
    const { rows, next } = await listPage(request, { list: 'holds' }, read, ({ holdId }) => holdId);
    return { holds: rows.map(holdView), ...next };
  };

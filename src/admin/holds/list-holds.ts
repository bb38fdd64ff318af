import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { holdView } from './hold.ts';

/** Ids of holds are random: in their order, the hold that was just placed could be on any page. */
const NEWEST = { by: 'placedAt', descending: true } as const;

export const listHolds: AdminOperation<'listHolds', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async (request) => {
    const read = (page: Page) => store.read((reader) => reader.listHolds(page));
    const { rows, next } = await listPage(request, { list: 'holds' }, read, ({ holdId }) => holdId, NEWEST);
    return { holds: rows.map(holdView), ...next };
  };

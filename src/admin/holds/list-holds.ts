import type { Page } from '../../issuer/ports/lists.ts';
import { HOLD_METHODS } from '../contract/holds/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holdView } from './hold.ts';

/** Ids of holds are random: in their order, the hold that was just placed could be on any page. */
const NEWEST = { by: 'placedAt', descending: true } as const;

export const listHolds = operation(HOLD_METHODS.listHolds, {
  needs: issuer,
  async run({ store }, request) {
    const read = (page: Page) => store.read((reader) => reader.listHolds(page));
    const { rows, next } = await listPage(request, { list: 'holds' }, read, ({ holdId }) => holdId, NEWEST);
    return { holds: rows.map(holdView), ...next };
  },
});

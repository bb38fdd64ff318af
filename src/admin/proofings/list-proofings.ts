import { sortOf } from '../../conventions/order-by.ts';
import { invalidMember } from '../../conventions/refusal.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import type { AdminRequest } from '../contract/index.ts';
import { PROOFING_METHODS, PROOFING_SORTS } from '../contract/proofings/methods.ts';
import { listPage, period } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { claimedViews } from './claim.ts';

const WITH_DEADLINE: readonly (string | undefined)[] = ['pending', 'challenged'];

/** Rows without a deadline cannot be sorted by it. */
function requireDeadlines({ state, orderBy }: AdminRequest<'listProofings'>): void {
  if (!orderBy?.startsWith('deadlineTime') || WITH_DEADLINE.includes(state)) return;
  throw invalidMember('ORDER_INVALID', 'orderBy', 'by deadlineTime needs the state pending or challenged');
}

export const listProofings = operation(PROOFING_METHODS.listProofings, {
  needs: issuer,
  async run(deps, { pageSize, pageToken, ...wanted }, caller) {
    const { store, clock } = deps;
    const now = clock();
    const { startTime, endTime, orderBy, claim: by, idPrefix, ...equal } = wanted;
    const paging = { pageSize, pageToken, idPrefix };
    const claim = by && { claim: { by, operatorId: caller.operatorId } };
    requireDeadlines(wanted);
    const filter = { now, ...equal, ...claim, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listProofings(page, filter));
    const [args, sort] = [{ list: 'proofings', ...wanted }, sortOf(orderBy, PROOFING_SORTS)];
    const { rows, next } = await listPage(paging, args, read, (row) => row.proofingId, sort);
    const settled = rows.map((row) => proofingAt(row, now));
    return { proofings: await claimedViews(deps, settled, now, caller), ...next };
  },
});

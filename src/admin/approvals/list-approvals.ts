import { sortOf } from '../../conventions/order-by.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import { APPROVAL_METHODS, APPROVAL_SORTS } from '../contract/approvals/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { operation } from '../operation/operation.ts';
import { approvalAt, approvals } from './approval.ts';
import { approvalView, withApprovalNames } from './get-approval.ts';

export const listApprovals = operation(APPROVAL_METHODS.listApprovals, {
  needs: approvals,
  async run(deps, { pageSize, pageToken, orderBy, idPrefix, ...wanted }, caller) {
    const { store, clock, names } = deps;
    const now = clock();
    const read = (page: Page) => store.read((reader) => reader.listApprovals(page, { ...wanted, now }));
    const [args, sort] = [
      { list: 'approvals', orderBy, idPrefix, ...wanted },
      sortOf(orderBy, APPROVAL_SORTS),
    ];
    const { rows, next } = await listPage(
      { pageSize, pageToken, idPrefix },
      args,
      read,
      (row) => row.approvalId,
      sort,
    );
    const views = rows.map((row) => approvalView(approvalAt(row, now)));
    return { approvals: await withApprovalNames(views, names, caller), ...next };
  },
});

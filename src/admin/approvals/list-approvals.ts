import { sortOf } from '../../conventions/order-by.ts';
import type { Page } from '../../issuer/ports/store.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { type ApprovalDeps, approvalAt } from './approval.ts';
import { APPROVAL_SORTS } from './contract.ts';
import { approvalView, withApprovalNames } from './get-approval.ts';

export const listApprovals: AdminOperation<'listApprovals', ApprovalDeps> = (deps) => {
  const { store, clock, names } = deps;
  return async ({ pageSize, pageToken, orderBy, idPrefix, ...wanted }, caller) => {
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
  };
};

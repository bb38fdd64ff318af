import { sortOf } from '../../conventions/order-by.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { IssuerReader, Page } from '../../issuer/ports/store.ts';
import { listPage } from '../list-page.ts';
import { approvalAt } from './change.ts';
import { APPROVAL_SORTS, type ApprovalOperation } from './contract.ts';
import type { ApprovalDeps } from './deps.ts';
import { approvalView } from './view.ts';

export async function approvalById(reader: IssuerReader, id: string): Promise<Approval> {
  const approval = await reader.approval(id);
  if (approval) return approval;
  throw new StatusError('NOT_FOUND', 'APPROVAL_NOT_FOUND', 'there is no approval with this id');
}

export function getApproval(deps: ApprovalDeps): ApprovalOperation<'getApproval'> {
  return async ({ id }) => {
    const approval = await deps.store.read((reader) => approvalById(reader, id));
    return approvalView(deps, approvalAt(approval, deps.clock()));
  };
}

export function listApprovals(deps: ApprovalDeps): ApprovalOperation<'listApprovals'> {
  const { store, clock } = deps;
  return async ({ pageSize, pageToken, orderBy, ...wanted }) => {
    const now = clock();
    const read = (page: Page) => store.read((reader) => reader.listApprovals(page, { ...wanted, now }));
    const [args, sort] = [{ list: 'approvals', orderBy, ...wanted }, sortOf(orderBy, APPROVAL_SORTS)];
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.approvalId, sort);
    return { approvals: rows.map((row) => approvalView(deps, approvalAt(row, now))), ...next };
  };
}

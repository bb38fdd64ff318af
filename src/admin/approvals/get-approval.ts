import { isoTime } from '../../conventions/json-schema.ts';
import type { Approval } from '../../issuer/model/index.ts';
import { roleToApprove } from '../access/second-person.ts';
import { type UserNames, withName } from '../access/user-names.ts';
import { APPROVAL_METHODS, type ApprovalView } from '../contract/approvals/methods.ts';
import type { Caller } from '../operation/caller.ts';
import { etagged } from '../operation/etagged.ts';
import { operation } from '../operation/operation.ts';
import { approvalAt, approvalById, approvals } from './approval.ts';

export function approvalView(approval: Approval): ApprovalView {
  const { approvalId: id, state, method, requestedBy, decidedBy, failure } = approval;
  const { arguments: kept, createdAt, deadlineAt, endedAt } = approval;
  return etagged({
    id,
    state,
    method,
    ...(kept !== undefined && { arguments: JSON.parse(kept) as Record<string, unknown> }),
    requestedBy,
    role: roleToApprove(method),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(failure !== undefined && { failure }),
    createTime: isoTime(createdAt),
    ...((state === 'awaited' || state === 'approved') &&
      deadlineAt !== undefined && { expireTime: isoTime(deadlineAt) }),
    ...(endedAt !== undefined && { endTime: isoTime(endedAt) }),
  });
}

/** The approvals with the emails of the requesters and the deciders. */
export async function withApprovalNames(
  approvals: readonly ApprovalView[],
  names: UserNames,
  caller: Caller,
): Promise<ApprovalView[]> {
  const emails = await names(
    caller,
    approvals.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]),
  );
  return approvals.map((approval) => ({
    ...approval,
    ...withName(emails, 'requestedByName', approval.requestedBy),
    ...withName(emails, 'decidedByName', approval.decidedBy),
  }));
}

export const getApproval = operation(APPROVAL_METHODS.getApproval, {
  needs: approvals,
  async run(deps, { id }, caller) {
    const approval = await deps.store.read((reader) => approvalById(reader, id));
    const view = approvalView(approvalAt(approval, deps.clock()));
    const [shown = view] = await withApprovalNames([view], deps.names, caller);
    return shown;
  },
});

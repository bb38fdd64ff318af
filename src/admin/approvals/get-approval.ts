import { isoTime } from '../../conventions/json-schema.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { AdminOperation } from '../operation.ts';
import { roleToApprove } from '../policy/second-person.ts';
import { type ApprovalDeps, approvalAt, approvalById } from './approval.ts';
import type { ApprovalView } from './contract.ts';

export function approvalView(approval: Approval): ApprovalView {
  const { approvalId: id, state, method, requestedBy, decidedBy, failure } = approval;
  const { arguments: kept, createdAt, deadlineAt, endedAt } = approval;
  return {
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
  };
}

export const getApproval: AdminOperation<'getApproval', ApprovalDeps> =
  (deps) =>
  async ({ id }) => {
    const approval = await deps.store.read((reader) => approvalById(reader, id));
    return approvalView(approvalAt(approval, deps.clock()));
  };

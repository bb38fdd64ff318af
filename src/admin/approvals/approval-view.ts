import { isoTime } from '../../conventions/json-schema.ts';
import type { Approval } from '../../issuer/model/index.ts';
import { roleToApprove } from '../policy/second-person.ts';
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

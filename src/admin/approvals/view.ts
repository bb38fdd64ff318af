import { isAtLeast, type Role } from '../../accounts/roles.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { ApprovalView } from './contract.ts';
import type { ApprovalDeps } from './deps.ts';

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

/** An administrator's method needs an administrator; nobody below an approver approves. */
export function roleToApprove({ methods }: Pick<ApprovalDeps, 'methods'>, method: string): Role {
  const role = methods.get(method)?.role ?? 'administrator';
  return isAtLeast(role, 'approver') ? role : 'approver';
}

export function approvalView(deps: Pick<ApprovalDeps, 'methods'>, approval: Approval): ApprovalView {
  const { approvalId: id, state, method, requestedBy, decidedBy, failure } = approval;
  const { arguments: kept, createdAt, deadlineAt, endedAt } = approval;
  return {
    id,
    state,
    method,
    ...(kept !== undefined && { arguments: JSON.parse(kept) as Record<string, unknown> }),
    requestedBy,
    role: roleToApprove(deps, method),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(failure !== undefined && { failure }),
    createTime: isoTime(createdAt),
    ...((state === 'awaited' || state === 'approved') &&
      deadlineAt !== undefined && { expireTime: isoTime(deadlineAt) }),
    ...(endedAt !== undefined && { endTime: isoTime(endedAt) }),
  };
}

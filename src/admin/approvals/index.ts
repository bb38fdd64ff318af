import { approve } from './approve-approval.ts';
import { askForApproval } from './ask.ts';
import type { ApprovalMethodName, ApprovalOperation } from './contract.ts';
import type { ApprovalDeps } from './deps.ts';
import { getApproval, listApprovals } from './read.ts';
import { refuse } from './refuse-approval.ts';

export { APPROVAL_TRANSITIONS } from '../../issuer/approvals/state-machine.ts';
export { settleApproval } from './change.ts';
export { APPROVAL_METHODS, type ApprovalView, AwaitedAnswer } from './contract.ts';
export type { WaitingMethod } from './deps.ts';

type ApprovalAdministration = { readonly [Name in ApprovalMethodName]: ApprovalOperation<Name> };

/** Two persons for what one alone must not do. */
export function approvals(deps: ApprovalDeps) {
  const administration: ApprovalAdministration = {
    listApprovals: listApprovals(deps),
    getApproval: getApproval(deps),
    approveApproval: approve(deps),
    refuseApproval: refuse(deps),
  };
  return { ask: askForApproval(deps), administration };
}

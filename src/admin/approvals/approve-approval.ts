import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval } from '../../issuer/model/index.ts';
import { personNow, requirePerson, requireRequester, requireSecondPerson } from '../access/second-person.ts';
import { APPROVAL_METHODS } from '../contract/approvals/methods.ts';
import type { Caller } from '../operation/caller.ts';
import type { WaitingMethod } from '../operation/deps.ts';
import { operation } from '../operation/operation.ts';
import {
  type ApprovalDeps,
  applyApprovalDeadline,
  approvalById,
  approvals,
  changeApproval,
} from './approval.ts';
import { approvalView } from './get-approval.ts';
import { RUNS_AT_MOST, runClaimed } from './run-claimed.ts';

function methodOf({ waitingMethod }: ApprovalDeps, { method: name }: Approval): WaitingMethod {
  const method = waitingMethod(name);
  if (method) return method;
  const text = 'this version does not have the method any more; refuse the request';
  throw new StatusError('METHOD_UNKNOWN', text);
}

/** Claims the approval, or allows its requester to send the request again. */
const decide = (
  { store, clock, waits, people }: ApprovalDeps,
  id: string,
  caller: Caller,
  event: 'approve' | 'allow',
) =>
  store.write(async (writer) => {
    const at = clock();
    const before = await applyApprovalDeadline(writer, await approvalById(writer, id), at);
    // Both people are looked up in the transaction of the claim, so neither loses the role in between.
    const approver = await personNow(writer, people, caller.operatorId);
    requireSecondPerson(before, approver);
    const requester = await personNow(writer, people, before.requestedBy);
    const role = requireRequester(before, requester.role);
    const deadlineAt = at + (event === 'allow' ? waits : RUNS_AT_MOST);
    const decided = { actor: caller, at, decidedBy: caller.operatorId, deadlineAt };
    return { before, role, after: await changeApproval(writer, before, { event, ...decided }) };
  });

/**
 * Claims the approval, runs the method and records the result. The claim requires the revision that was read,
 * so of several simultaneous approvals only one runs the method. The method never runs twice, even if the
 * process stops in between. A request that must be sent again is only approved here, and runs later.
 */
export const approveApproval = operation(APPROVAL_METHODS.approveApproval, {
  needs: approvals,
  async run(deps, { id }, caller) {
    const { store, people } = deps;
    requirePerson(caller);
    const stored = await store.read((reader) => approvalById(reader, id));
    const method = methodOf(deps, stored);
    requireSecondPerson(stored, caller);
    await people.confirmRole(stored.requestedBy);
    const event = method.whenApproved === 'sentAgain' ? 'allow' : 'approve';
    const { before, role, after } = await retryOnConflict(() => decide(deps, id, caller, event));
    if (event === 'allow') return { approval: approvalView(after), response: {} };
    const { requestedBy: operatorId, arguments: kept = '{}' } = before;
    const both = { ...caller, operatorId, role, approverId: caller.operatorId };
    const { approval, response } = await runClaimed(deps, id, caller, () => method.run(kept, both));
    return { approval: approvalView(approval), response: { ...response } };
  },
});

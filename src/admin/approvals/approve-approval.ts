import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { AdminOperation, Caller } from '../operation.ts';
import { personNow, requirePerson, requireRequester, requireSecondPerson } from '../policy/second-person.ts';
import {
  type ApprovalDeps,
  approvalById,
  changeApproval,
  settleApproval,
  type WaitingMethod,
} from './approval.ts';
import { approvalView } from './get-approval.ts';
import { RUNS_AT_MOST, runClaimed } from './run-claimed.ts';

function methodOf({ methods }: ApprovalDeps, { method }: Approval): WaitingMethod {
  const found = methods.get(method);
  if (found) return found;
  const text = 'this version does not have the method any more; refuse the request';
  throw new StatusError('METHOD_UNKNOWN', text);
}

/**
 * Claims the approval, runs the method and records the result. The claim requires the revision that was read,
 * so of several simultaneous approvals only one runs the method. The method never runs twice, even if the
 * process stops in between. A request that must be sent again is only approved here, and runs later.
 */
export const approveApproval: AdminOperation<'approveApproval', ApprovalDeps> = (deps) => {
  const { store, clock, waits, people } = deps;

  const decide = (id: string, caller: Caller, event: 'approve' | 'allow') =>
    store.write(async (writer) => {
      const at = clock();
      const before = await settleApproval(writer, await approvalById(writer, id), at);
      // Both people are looked up in the transaction of the claim, so neither loses the role in between.
      const approver = await personNow(writer, people, caller.operatorId);
      requireSecondPerson(before, approver);
      const requester = await personNow(writer, people, before.requestedBy);
      const role = requireRequester(before, requester.role);
      const deadlineAt = at + (event === 'allow' ? waits : RUNS_AT_MOST);
      const decided = { actor: caller, at, decidedBy: caller.operatorId, deadlineAt };
      return { before, role, after: await changeApproval(writer, before, { event, ...decided }) };
    });

  return async ({ id }, caller) => {
    requirePerson(caller);
    const found = await store.read((reader) => approvalById(reader, id));
    const method = methodOf(deps, found);
    requireSecondPerson(found, caller);
    await people.confirmRole(found.requestedBy);
    const event = method.whenApproved === 'sentAgain' ? 'allow' : 'approve';
    const { before, role, after } = await retryOnConflict(() => decide(id, caller, event));
    if (event === 'allow') return { approval: approvalView(after), response: {} };
    const { requestedBy: operatorId, arguments: kept = '{}' } = before;
    const both = { ...caller, operatorId, role, approverId: caller.operatorId };
    const { approval, response } = await runClaimed(deps, id, caller, () => method.run(kept, both));
    return { approval: approvalView(approval), response: { ...response } };
  };
};

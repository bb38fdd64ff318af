import { isAtLeast, type Role } from '../../accounts/roles.ts';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval, OperatorActor } from '../../issuer/model/index.ts';
import { changeApproval, settleApproval } from './change.ts';
import type { ApprovalOperation } from './contract.ts';
import type { ApprovalDeps, WaitingMethod } from './deps.ts';
import { approvalById } from './read.ts';
import { requirePerson } from './require-person.ts';
import { RUNS_AT_MOST, runClaimed } from './run.ts';
import { approvalView, roleToApprove } from './view.ts';

function requireSecondPerson({ requestedBy }: Approval, operatorId: string, role: Role, least: Role): void {
  if (requestedBy === operatorId) {
    const text = 'this waits for another person than the one who asked for it';
    throw new StatusError('PERMISSION_DENIED', 'SECOND_PERSON_NEEDED', text);
  }
  if (isAtLeast(role, least)) return;
  const text = `to approve this needs the role ${least}, yours is ${role}`;
  throw new StatusError('PERMISSION_DENIED', 'ROLE_INSUFFICIENT', text);
}

/** Who lost the role meanwhile gets nothing done. */
async function requireStanding({ roleOf, isPerson }: ApprovalDeps, { requestedBy }: Approval, least: Role) {
  if (!isPerson(requestedBy)) {
    const text = 'the admin token asked for this, and is not a person; refuse it';
    throw new StatusError('FAILED_PRECONDITION', 'REQUESTER_NOT_ALLOWED', text);
  }
  const role = await roleOf(requestedBy);
  if (role !== undefined && isAtLeast(role, least)) return;
  const text = `who asked for this has no longer the role ${least}; refuse it`;
  throw new StatusError('FAILED_PRECONDITION', 'REQUESTER_NOT_ALLOWED', text);
}

function methodOf({ methods }: ApprovalDeps, { method }: Approval): WaitingMethod {
  const found = methods.get(method);
  if (found) return found;
  const text = 'the method is not known here any more; refuse this';
  throw new StatusError('FAILED_PRECONDITION', 'METHOD_UNKNOWN', text);
}

/**
 * Claims, runs, tells how it ended. The claim is one write on condition of the revision, so that of several who approve at
 * once one runs it; it is never run a second time, also when the process ends in between. What is sent again is only
 * allowed here.
 */
export function approve(deps: ApprovalDeps): ApprovalOperation<'approveApproval'> {
  const { store, clock, waits } = deps;

  const decide = (id: string, actor: OperatorActor, event: 'approve' | 'allow') =>
    store.write(async (writer) => {
      const at = clock();
      const before = await settleApproval(writer, await approvalById(writer, id), at);
      const deadlineAt = at + (event === 'allow' ? waits : RUNS_AT_MOST);
      const decided = { actor, at, decidedBy: actor.operatorId, deadlineAt };
      return { before, after: await changeApproval(writer, before, { event, ...decided }) };
    });

  return async ({ id }, actor, role) => {
    requirePerson(deps, actor);
    const found = await store.read((reader) => approvalById(reader, id));
    const method = methodOf(deps, found);
    requireSecondPerson(found, actor.operatorId, role, roleToApprove(deps, found.method));
    await requireStanding(deps, found, method.role);
    const event = method.whenApproved === 'sentAgain' ? 'allow' : 'approve';
    const { before, after } = await retryOnConflict(() => decide(id, actor, event));
    if (event === 'allow') return { approval: approvalView(deps, after), response: {} };
    const { requestedBy: operatorId, arguments: kept = '{}' } = before;
    const both = { ...actor, operatorId, approverId: actor.operatorId };
    const run = () => method.call(JSON.parse(kept) as object, both);
    const { approval, response } = await runClaimed(deps, id, actor, run);
    return { approval: approvalView(deps, approval), response: response as Record<string, unknown> };
  };
}

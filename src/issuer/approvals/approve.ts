import { isAtLeast, type Role } from '../../conventions/admin/index.ts';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval, OperatorActor } from '../ports/entities.ts';
import { changeApproval, settleApproval } from './change.ts';
import type { ApprovalOperation } from './contract.ts';
import type { ApprovalDeps, WaitingMethod } from './deps.ts';
import { approvalById } from './read.ts';
import { approvalView, roleToApprove } from './view.ts';

/** A method that has not ended by then counts as interrupted, milliseconds. */
const RUNS_AT_MOST = 600_000;

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
async function requireStanding({ roleOf }: ApprovalDeps, { requestedBy }: Approval, least: Role) {
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

type Ending = { readonly event: 'succeed' } | { readonly event: 'fail'; readonly failure: string };

/**
 * Claims, runs, tells how it ended. The claim is one write on condition of the revision, so that of several who approve
 * at once one runs it; it is never run a second time, also when the process ends in between.
 */
export function approve(deps: ApprovalDeps): ApprovalOperation<'approveApproval'> {
  const { store, clock } = deps;

  const claim = (id: string, actor: OperatorActor) =>
    store.write(async (writer) => {
      const at = clock();
      const approval = await settleApproval(writer, await approvalById(writer, id), at);
      const claimed = { decidedBy: actor.operatorId, deadlineAt: at + RUNS_AT_MOST };
      return {
        before: approval,
        running: await changeApproval(writer, approval, { event: 'approve', actor, at, ...claimed }),
      };
    });

  const end = (id: string, actor: OperatorActor, ending: Ending) =>
    retryOnConflict(() =>
      store.write(async (writer) => {
        const approval = await approvalById(writer, id);
        return changeApproval(writer, approval, { ...ending, actor, at: clock() });
      }),
    );

  return async ({ id }, actor, role) => {
    const found = await store.read((reader) => approvalById(reader, id));
    const method = methodOf(deps, found);
    requireSecondPerson(found, actor.operatorId, role, roleToApprove(deps, found.method));
    await requireStanding(deps, found, method.role);
    const { before } = await retryOnConflict(() => claim(id, actor));
    const { requestedBy: operatorId, arguments: kept = '{}' } = before;
    const both = { ...actor, operatorId, approverId: actor.operatorId };
    let response: object;
    try {
      response = await method.call(JSON.parse(kept) as object, both);
    } catch (error) {
      const failure = error instanceof StatusError ? error.reason : 'INTERNAL';
      await end(id, actor, { event: 'fail', failure });
      throw error;
    }
    const approval = approvalView(deps, await end(id, actor, { event: 'succeed' }));
    return { approval, response: response as Record<string, unknown> };
  };
}

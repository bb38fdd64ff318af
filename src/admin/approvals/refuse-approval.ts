import { retryOnConflict } from '../../conventions/conflict.ts';
import { changeApproval, settleApproval } from './change.ts';
import type { ApprovalOperation } from './contract.ts';
import type { ApprovalDeps } from './deps.ts';
import { approvalById } from './read.ts';
import { approvalView } from './view.ts';

/** Also by who asked for it. */
export function refuse(deps: ApprovalDeps): ApprovalOperation<'refuseApproval'> {
  const { store, clock } = deps;
  return async ({ id }, actor) => {
    const refused = () =>
      store.write(async (writer) => {
        const at = clock();
        const approval = await settleApproval(writer, await approvalById(writer, id), at);
        return changeApproval(writer, approval, { event: 'refuse', actor, at, decidedBy: actor.operatorId });
      });
    return approvalView(deps, await retryOnConflict(refused));
  };
}

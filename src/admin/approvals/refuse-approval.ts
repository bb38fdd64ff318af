import { retryOnConflict } from '../../conventions/errors.ts';
import { APPROVAL_METHODS } from '../contract/approvals/methods.ts';
import { operation } from '../operation/operation.ts';
import { applyApprovalDeadline, approvalById, approvals, changeApproval } from './approval.ts';
import { approvalView } from './get-approval.ts';

/** The requester may also refuse the request, to withdraw it. */
export const refuseApproval = operation(APPROVAL_METHODS.refuseApproval, {
  needs: approvals,
  async run({ store, clock }, { id, reason }, caller) {
    const refused = () =>
      store.write(async (writer) => {
        const at = clock();
        const approval = await applyApprovalDeadline(writer, await approvalById(writer, id), at);
        const { operatorId: decidedBy } = caller;
        const refusal = { event: 'refuse', actor: caller, at, decidedBy } as const;
        return changeApproval(writer, approval, { ...refusal, ...(reason && { reason }) });
      });
    return approvalView(await retryOnConflict(refused));
  },
});

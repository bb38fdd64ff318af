import { retryOnConflict } from '../../conventions/errors.ts';
import type { AdminOperation } from '../operation.ts';
import { type ApprovalDeps, approvalById, changeApproval, settleApproval } from './approval.ts';
import { approvalView } from './get-approval.ts';

/** The requester may also refuse the request, to withdraw it. */
export const refuseApproval: AdminOperation<'refuseApproval', Pick<ApprovalDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  async ({ id, reason }, caller) => {
    const refused = () =>
      store.write(async (writer) => {
        const at = clock();
        const approval = await settleApproval(writer, await approvalById(writer, id), at);
        const { operatorId: decidedBy } = caller;
        const refusal = { event: 'refuse', actor: caller, at, decidedBy } as const;
        return changeApproval(writer, approval, { ...refusal, ...(reason && { reason }) });
      });
    return approvalView(await retryOnConflict(refused));
  };

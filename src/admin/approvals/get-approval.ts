import type { AdminOperation } from '../operation.ts';
import { approvalAt, approvalById } from './approval.ts';
import { approvalView } from './approval-view.ts';
import type { ApprovalDeps } from './deps.ts';

export const getApproval: AdminOperation<'getApproval', ApprovalDeps> =
  (deps) =>
  async ({ id }) => {
    const approval = await deps.store.read((reader) => approvalById(reader, id));
    return approvalView(approvalAt(approval, deps.clock()));
  };

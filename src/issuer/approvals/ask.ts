import { canonicalJson } from '../../conventions/canonical-json.ts';
import type { Approval, OperatorActor } from '../ports/entities.ts';
import { randomText } from '../random-text.ts';
import type { ApprovalView } from './contract.ts';
import type { ApprovalDeps } from './deps.ts';
import { approvalView } from './view.ts';

const ID_LENGTH = 20;

/** Writes down what was asked for; the same request again finds the one that waits. */
export function askForApproval(deps: ApprovalDeps) {
  const { store, clock, random, waits } = deps;
  return async (method: string, request: object, actor: OperatorActor): Promise<ApprovalView> => {
    const at = clock();
    const { operatorId: requestedBy, requestId } = actor;
    const wanted = { method, requestedBy, arguments: canonicalJson(request) };
    const approvalId = randomText(random, ID_LENGTH);
    const approval = await store.write(async (writer) => {
      const same = await writer.awaitedApproval({ ...wanted, now: at });
      if (same) return same;
      const times = { createdAt: at, deadlineAt: at + waits };
      const asked: Approval = { approvalId, revision: 0, state: 'awaited', ...wanted, requestId, ...times };
      await writer.insertApproval(asked);
      const line = { subject: 'approval', subjectId: approvalId, event: 'create', to: 'awaited' } as const;
      await writer.record({ ...line, concerns: [method], actor, at });
      return asked;
    });
    return approvalView(deps, approval);
  };
}

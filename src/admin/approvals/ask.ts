import { canonicalJson } from '../../conventions/canonical-json.ts';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { ALPHANUMERIC, randomText } from '../../conventions/random-text.ts';
import type { Approval, OperatorActor } from '../../issuer/model/index.ts';
import { changeApproval } from './change.ts';
import type { ApprovalView } from './contract.ts';
import type { ApprovalDeps } from './deps.ts';
import { requirePerson } from './require-person.ts';
import { RUNS_AT_MOST, runClaimed } from './run.ts';
import { approvalView } from './view.ts';

const ID_LENGTH = 20;

type Asked = { readonly awaited: ApprovalView } | { readonly response: object };

/** A request for a method that waits. */
export interface Asking {
  readonly method: string;
  /** What is kept of it. */
  readonly wanted: object;
  readonly actor: OperatorActor;
  /** Does it, once it was approved and sent again. */
  readonly run: (actor: OperatorActor) => Promise<object>;
}

/** Writes down what was asked for, or does it where it was approved; the same request again finds the one that waits. */
export function askForApproval(deps: ApprovalDeps) {
  const { store, clock, random, waits } = deps;

  const claimed = ({ method, wanted, actor }: Asking) =>
    store.write(async (writer) => {
      const at = clock();
      const same = { method, requestedBy: actor.operatorId, arguments: canonicalJson(wanted), now: at };
      const approved = await writer.sameApproval({ ...same, state: 'approved' });
      if (approved === undefined) return undefined;
      return changeApproval(writer, approved, { event: 'start', actor, at, deadlineAt: at + RUNS_AT_MOST });
    });

  const asked = ({ method, wanted: request, actor }: Asking) => {
    const at = clock();
    const { operatorId: requestedBy, requestId } = actor;
    const wanted = { method, requestedBy, arguments: canonicalJson(request) };
    const approvalId = randomText(random, ALPHANUMERIC, ID_LENGTH);
    return store.write(async (writer) => {
      const same = await writer.sameApproval({ ...wanted, state: 'awaited', now: at });
      if (same) return same;
      const times = { createdAt: at, deadlineAt: at + waits };
      const created: Approval = { approvalId, revision: 0, state: 'awaited', ...wanted, requestId, ...times };
      await writer.insertApproval(created);
      const line = { subject: 'approval', subjectId: approvalId, event: 'create', to: 'awaited' } as const;
      await writer.record({ ...line, concerns: [method], actor, at });
      return created;
    });
  };

  return async (asking: Asking): Promise<Asked> => {
    const { actor, run } = asking;
    requirePerson(deps, actor);
    const approved = await retryOnConflict(() => claimed(asking));
    if (approved === undefined) return { awaited: approvalView(deps, await asked(asking)) };
    const { approvalId, decidedBy } = approved;
    const both = { ...actor, ...(decidedBy !== undefined && { approverId: decidedBy }) };
    return { response: (await runClaimed(deps, approvalId, actor, () => run(both))).response };
  };
}

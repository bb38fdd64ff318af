import { canonicalJson } from '../../conventions/canonical-json.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { ALPHANUMERIC, randomText } from '../../conventions/random-text.ts';
import type { Approval } from '../../issuer/model/index.ts';
import { personNow, requirePerson, requireRequester } from '../access/second-person.ts';
import type { ApprovalView } from '../contract/approvals/methods.ts';
import type { Caller } from '../operation/caller.ts';
import { type ApprovalDeps, changeApproval, concernsOf } from './approval.ts';
import { approvalView } from './get-approval.ts';
import { RUNS_AT_MOST, runClaimed } from './run-claimed.ts';

const ID_LENGTH = 20;

/** A request for a method that waits. */
interface Asking<Response extends object> {
  readonly method: string;
  /** The part of the request that is stored. */
  readonly kept: object;
  readonly caller: Caller;
  /** Runs the method after the request was approved and sent again. */
  readonly run: (caller: Caller) => Promise<Response>;
}

type Asked<Response> = { readonly awaited: ApprovalView } | { readonly response: Response };

/** Stores the request until a second person decides. If an equal request is waiting, returns that one. */
async function created(
  { store, clock, random, waits, people }: ApprovalDeps,
  { method, kept, caller }: Asking<object>,
): Promise<Approval> {
  const at = clock();
  const { operatorId: requestedBy, requestId } = caller;
  const wanted = { method, requestedBy, arguments: canonicalJson(kept) };
  const approvalId = randomText(random, ALPHANUMERIC, ID_LENGTH);
  return store.write(async (writer) => {
    await personNow(writer, people, requestedBy);
    const same = await writer.sameApproval({ ...wanted, state: 'awaited', now: at });
    if (same) return same;
    const times = { createdAt: at, deadlineAt: at + waits };
    const approval: Approval = {
      approvalId,
      revision: 0,
      state: 'awaited',
      ...wanted,
      requestId,
      ...times,
    };
    await writer.insertApproval(approval);
    const line = { subject: 'approval', subjectId: approvalId, event: 'create', to: 'awaited' } as const;
    await writer.record({ ...line, concerns: concernsOf(approval), actor: caller, at });
    return approval;
  });
}

/** Finds and claims the approved request that was now sent again; undefined if there is none. */
async function claimed(
  { store, clock, people }: ApprovalDeps,
  { method, kept, caller }: Asking<object>,
): Promise<Approval | undefined> {
  return store.write(async (writer) => {
    const at = clock();
    const same = { method, requestedBy: caller.operatorId, arguments: canonicalJson(kept), now: at };
    const approved = await writer.sameApproval({ ...same, state: 'approved' });
    if (approved === undefined) return undefined;
    requireRequester(approved, (await personNow(writer, people, caller.operatorId)).role);
    const deadlineAt = at + RUNS_AT_MOST;
    return changeApproval(writer, approved, { event: 'start', actor: caller, at, deadlineAt });
  });
}

/** Runs the request if it was approved; otherwise stores it for approval. */
export async function askForApproval<Response extends object>(
  deps: ApprovalDeps,
  asking: Asking<Response>,
): Promise<Asked<Response>> {
  const { caller, run } = asking;
  requirePerson(caller);
  const approved = await retryOnConflict(() => claimed(deps, asking));
  if (approved === undefined) return { awaited: approvalView(await created(deps, asking)) };
  const { approvalId, decidedBy } = approved;
  const both = { ...caller, ...(decidedBy !== undefined && { approverId: decidedBy }) };
  return { response: (await runClaimed(deps, approvalId, caller, () => run(both))).response };
}

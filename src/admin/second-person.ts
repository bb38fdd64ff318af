import { approvals } from './approvals/approval.ts';
import { askForApproval } from './approvals/ask-for-approval.ts';
import type { ApprovalView } from './contract/approvals/methods.ts';
import { isGuarded, isMethodName, type MethodName, methodNamed, methodsOf } from './contract/index.ts';
import type { AdminMethod } from './contract/method.ts';
import type { Caller } from './operation/caller.ts';
import type { AdminDeps, OperationDeps } from './operation/deps.ts';
import type { Operation } from './operation/operation.ts';
import * as OPERATIONS from './operations.ts';

/** Returned in place of an answer if the request waits for a second person and nothing was done. */
export class PendingApproval {
  readonly approval: ApprovalView;

  constructor(approval: ApprovalView) {
    this.approval = approval;
  }
}

/** A call of a method. */
export interface Call {
  readonly name: MethodName;
  readonly request: unknown;
  readonly caller: Caller;
  /** The methods that wait for a second person. */
  readonly waiting: ReadonlySet<MethodName>;
}

const operations: Readonly<Record<MethodName, Operation<AdminMethod>>> = { ...OPERATIONS };

/** Runs a method, whoever must approve it. */
export function run(deps: OperationDeps, { name, request, caller }: Omit<Call, 'waiting'>) {
  const operation = operations[name];
  return operation.run(operation.needs(deps), request, caller) as Promise<object>;
}

/** The dependencies of operations. An approval runs its method with the same ones. */
export function operationDeps(deps: AdminDeps): OperationDeps {
  const own: OperationDeps = {
    ...deps,
    waitingMethod(name) {
      const isServed = isMethodName(name) && methodsOf(deps.panels).includes(name);
      if (!isServed || !isGuarded(name)) return undefined;
      return {
        run: (stored, caller) => run(own, { name, request: JSON.parse(stored), caller }),
        whenApproved: methodNamed(name).whenApproved,
      };
    },
  };
  return own;
}

/** Runs a method. If it needs a second person, its request is checked, and then waits for approval. */
export async function runOrAsk(deps: OperationDeps, call: Call): Promise<object> {
  const { name, request, caller, waiting } = call;
  const operation = operations[name];
  if (!waiting.has(name) || !operation.prepare) return run(deps, call);
  const kept = (await operation.prepare(operation.needs(deps), request)) as object | undefined;
  if (kept === undefined) return run(deps, call);
  const asked = await askForApproval(approvals(deps), {
    method: name,
    kept,
    caller,
    run: (both) => run(deps, { ...call, caller: both }),
  });
  return 'awaited' in asked ? new PendingApproval(asked.awaited) : asked.response;
}

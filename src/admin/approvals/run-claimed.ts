import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval, OperatorActor } from '../../issuer/model/index.ts';
import { type ApprovalDeps, approvalById, changeApproval } from './approval.ts';

/** A method that has not ended after this time, in milliseconds, counts as interrupted. */
export const RUNS_AT_MOST = 600_000;

type Ending = { readonly event: 'succeed' } | { readonly event: 'fail'; readonly failure: string };

interface Ended<Response> {
  readonly approval: Approval;
  readonly response: Response;
}

/** Runs the method of a claimed approval and records how it ended. `by` is the operator who claimed it. */
export async function runClaimed<Response extends object>(
  { store, clock }: Pick<ApprovalDeps, 'store' | 'clock'>,
  id: string,
  by: OperatorActor,
  method: () => Promise<Response>,
): Promise<Ended<Response>> {
  const end = (ending: Ending) =>
    retryOnConflict(() =>
      store.write(async (writer) => {
        const approval = await approvalById(writer, id);
        return changeApproval(writer, approval, { ...ending, actor: by, at: clock() });
      }),
    );
  let response: Response;
  try {
    response = await method();
  } catch (error) {
    await end({ event: 'fail', failure: error instanceof StatusError ? error.reason : 'INTERNAL' });
    throw error;
  }
  return { approval: await end({ event: 'succeed' }), response };
}

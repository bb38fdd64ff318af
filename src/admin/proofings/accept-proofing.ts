import type { ReasonOf } from '../../conventions/reasons/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { currentState } from '../../issuer/explain-refusal.ts';
import type { Proofing } from '../../issuer/model/index.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { OperatorWriter } from '../../issuer/ports/operators.ts';
import { recordProblem } from '../../issuer/proofing/assess-evidence.ts';
import { maxWhenAccepted } from '../../issuer/proofing/device-limit.ts';
import { PROOFING_TRANSITIONS } from '../../issuer/proofing/state-machine.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { requireEntity } from '../operation/require-entity.ts';
import { type Check, decide } from './decide.ts';

export const acceptProofing = operation(PROOFING_METHODS.acceptProofing, {
  needs: issuer,
  run(deps, { id, note }, actor) {
    const check: Check = (writer, proofing, at) => requireAcceptable(writer, proofing, at, deps.policy);
    return decide(deps, id, { event: 'accept', check, note }, actor);
  },
});

/** The message says what to do: the remedies of these reasons are for imports, too. */
function refuse(
  reason: ReasonOf<'FAILED_PRECONDITION'>,
  problem: string,
  remedy = 'reject the proofing',
): never {
  // An import is refused with the same reason, as INVALID_ARGUMENT.
  throw new StatusError(reason, `${problem}; ${remedy}`, [], {}, 'FAILED_PRECONDITION');
}

/** Refuses a record that is revoked, has expired, or is already on as many devices as the policy allows. */
async function requireAcceptable(
  writer: OperatorWriter,
  { state, holderId, deviceReferenceId, reverifiesCredentialId }: Proofing,
  now: number,
  policy: IssuerPolicy,
): Promise<void> {
  // In other states accepting is refused by the state.
  if (holderId === undefined || PROOFING_TRANSITIONS[state].accept === undefined) return;
  const holder = requireEntity(await writer.holderSummary(holderId), 'holder');
  const problem = await recordProblem(writer, holder, now, policy.documentTypes);
  if (problem) {
    const stood = await currentState(writer, { subject: 'holder', subjectId: holderId, at: now }, problem);
    refuse('RECORD_INVALID', `the record ${stood}`);
  }
  if (reverifiesCredentialId !== undefined) return;
  const max = await maxWhenAccepted(writer, { holder, deviceReferenceId, now }, policy);
  if (max !== undefined) {
    refuse(
      'MAX_PROVISIONINGS_REACHED',
      `the holder already has the maximum number of devices that the policy allows, ${max}`,
      'reject the proofing, or revoke the credential of another device',
    );
  }
}

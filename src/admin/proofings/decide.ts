import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Challenged, Rejected } from '../../issuer/contract/index.ts';
import { explainRefusal } from '../../issuer/explain-refusal.ts';
import type { Actor, Proofing, ProofingEvent } from '../../issuer/model/index.ts';
import type { OperatorWriter } from '../../issuer/ports/operators.ts';
import { changeProofing } from '../../issuer/proofing/change-proofing.ts';
import { applyProofingDeadline, deadlineIn } from '../../issuer/proofing/current-proofing.ts';
import { nextProofingState } from '../../issuer/proofing/state-machine.ts';
import type { ProofingView } from '../contract/proofings/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { proofingById, proofingView } from './proofing.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>;

/** Throws StatusError if the state does not allow the decision. */
export type Check = (writer: OperatorWriter, proofing: Proofing, at: number) => Promise<void>;

interface Decision {
  readonly check?: Check;
  readonly event: ProofingEvent;
  readonly rejected?: Rejected;
  readonly challenged?: Challenged;
  readonly note?: string | undefined;
}

export async function decide(
  { store, clock, policy }: Deps,
  id: string,
  decision: Decision,
  actor: Actor,
): Promise<ProofingView> {
  const at = clock();
  const { check, note, ...change } = decision;
  const apply = () =>
    store.write(async (writer) => {
      const proofing = await applyProofingDeadline(writer, await proofingById(writer, id), at);
      await check?.(writer, proofing, at);
      return explainRefusal(writer, { subject: 'proofing', subjectId: id, at }, async () => {
        const deadline = deadlineIn(nextProofingState(proofing.state, change.event), proofing, policy, at);
        const noted = note === undefined ? {} : { note };
        const decided = await changeProofing(writer, proofing, {
          ...change,
          ...deadline,
          ...noted,
          actor,
          at,
        });
        await writer.deleteClaim(id);
        return decided;
      });
    });
  return proofingView(await retryOnConflict(apply));
}

export function requireOne(detail: object, kinds: object, field: string): void {
  const given = Object.keys(detail).filter((member) => Object.hasOwn(kinds, member));
  if (given.length === 1) return;
  const description = `needs exactly one of ${Object.keys(kinds).join(', ')}`;
  throw new StatusError('DETAIL_INVALID', `${field} ${description}`, [{ field, description }]);
}

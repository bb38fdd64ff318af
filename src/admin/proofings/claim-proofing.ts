import { minuteText } from '../../audit/index.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { currentState } from '../../issuer/explain-refusal.ts';
import type { ProofingState } from '../../issuer/model/index.ts';
import { applyProofingDeadline } from '../../issuer/proofing/current-proofing.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { claimedView, claimOf, saveClaim } from './claim.ts';
import { proofingById } from './proofing.ts';

const UNDECIDED: ReadonlySet<ProofingState> = new Set(['pending', 'challenged']);

/** A claim only informs others. It prevents no decision; the state machine refuses a second decision. */
export const claimProofing = operation(PROOFING_METHODS.claimProofing, {
  needs: issuer,
  async run(deps, { id, takeOver = false }, actor) {
    const { store, clock } = deps;
    const at = clock();
    const claim = () =>
      store.write(async (writer) => {
        const proofing = await applyProofingDeadline(writer, await proofingById(writer, id), at);
        if (!UNDECIDED.has(proofing.state)) {
          const stood = await currentState(
            writer,
            { subject: 'proofing', subjectId: id, at },
            proofing.state,
          );
          throw new StatusError('INVALID_STATE', `the proofing ${stood}; only one that waits can be claimed`);
        }
        const before = await claimOf(writer, id, at);
        if (before && before.operatorId !== actor.operatorId && !takeOver) {
          const { operatorId, expiresAt } = before;
          const text = `${operatorId} has claimed the proofing until ${minuteText(expiresAt)}; takeOver takes it over`;
          throw new StatusError('PROOFING_CLAIMED', text);
        }
        await saveClaim(writer, id, before, { actor, at });
        return proofing;
      });
    return claimedView(deps, await retryOnConflict(claim), at, actor);
  },
});

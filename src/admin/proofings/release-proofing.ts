import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { claimedView, claimOf } from './claim.ts';
import { proofingById } from './proofing.ts';

/** Changes nothing if the claim has ended or belongs to another operator. */
export const releaseProofing = operation(PROOFING_METHODS.releaseProofing, {
  needs: issuer,
  async run(deps, { id }, actor) {
    const { store, clock } = deps;
    const at = clock();
    const proofing = await store.write(async (writer) => {
      const proofing = await proofingById(writer, id);
      const claim = await claimOf(writer, id, at);
      if (claim?.operatorId === actor.operatorId) {
        await writer.deleteClaim(id);
        await writer.record({ subject: 'proofing', subjectId: id, event: 'release', actor, at });
      }
      return proofing;
    });
    return claimedView(deps, proofingAt(proofing, at), at, actor);
  },
});

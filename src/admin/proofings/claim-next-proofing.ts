import { retryOnConflict } from '../../conventions/errors.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { claimedView, claimOf, saveClaim } from './claim.ts';

/** Claims the unclaimed proofing that expires first, so that operators cannot choose. */
export const claimNextProofing = operation(PROOFING_METHODS.claimNextProofing, {
  needs: issuer,
  async run(deps, { skip = [] }, actor) {
    const { store, clock } = deps;
    const at = clock();
    const claim = () =>
      store.write(async (writer) => {
        const page = { limit: skip.length + 1, sort: { by: 'deadlineAt', descending: false } } as const;
        const free = { by: 'free', operatorId: actor.operatorId } as const;
        const waiting = await writer.listProofings(page, { now: at, state: 'pending', claim: free });
        const next = waiting.find(({ proofingId }) => !skip.includes(proofingId));
        if (!next) return undefined;
        await saveClaim(writer, next.proofingId, await claimOf(writer, next.proofingId, at), { actor, at });
        return next;
      });
    const proofing = await retryOnConflict(claim);
    return proofing ? { proofing: await claimedView(deps, proofing, at, actor) } : {};
  },
});

import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { claimedView, claimOf } from './claim.ts';
import { proofingById } from './proofing.ts';

/** Changes nothing if the claim has ended or belongs to another operator. */
export const releaseProofing: AdminOperation<
  'releaseProofing',
  Pick<IssuerAdminDeps, 'store' | 'clock' | 'names'>
> =
  (deps) =>
  async ({ id }, actor) => {
    const { store, clock } = deps;
    const at = clock();
    const proofing = await store.write(async (writer) => {
      const found = await proofingById(writer, id);
      const claim = await claimOf(writer, id, at);
      if (claim?.operatorId === actor.operatorId) {
        await writer.deleteClaim(id);
        await writer.record({ subject: 'proofing', subjectId: id, event: 'release', actor, at });
      }
      return found;
    });
    return claimedView(deps, proofingAt(proofing, at), at, actor);
  };

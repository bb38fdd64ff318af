import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { decidedView } from './decided-view.ts';
import { proofingById } from './proofing.ts';

export const getProofing = operation(PROOFING_METHODS.getProofing, {
  needs: issuer,
  async run(deps, { id }, caller) {
    const now = deps.clock();
    const proofing = await deps.store.read((reader) => proofingById(reader, id));
    return decidedView(deps, proofingAt(proofing, now), now, caller);
  },
});

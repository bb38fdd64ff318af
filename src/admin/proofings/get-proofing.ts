import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { claimedView } from './claim.ts';
import { proofingById } from './proofing.ts';

export const getProofing: AdminOperation<'getProofing', Pick<IssuerAdminDeps, 'store' | 'clock' | 'names'>> =
  (deps) =>
  async ({ id }, caller) => {
    const now = deps.clock();
    const proofing = await deps.store.read((reader) => proofingById(reader, id));
    return claimedView(deps, proofingAt(proofing, now), now, caller);
  };

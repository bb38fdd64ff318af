import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { proofingById, proofingView } from './proofing.ts';

export const getProofing: AdminOperation<'getProofing', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  async ({ id }) =>
    proofingView(proofingAt(await store.read((reader) => proofingById(reader, id)), clock()));

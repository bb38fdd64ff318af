import { Checks } from '../checks.ts';
import type { ProofingStatus, RequestOf } from '../contract/index.ts';
import type { Proofing } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';
import { proofingAt } from '../proofing/current-proofing.ts';
import { DEVICE, type Operation, PROOFING } from './operation.ts';

function statusOf({ state, rejected, challenged }: Proofing): ProofingStatus {
  if (state === 'rejected' && rejected) return { rejected };
  if (state === 'challenged' && challenged) return { challenged };
  return { [state]: {} };
}

export const GET_PROOFING_STATUS_CHECKS = new Checks<{
  readonly reader: IssuerReader;
  readonly request: RequestOf<'getProofingStatus'>;
}>()
  .and(DEVICE)
  .and(PROOFING);

/** Exactly one member gives the status. The status of a finished proofing can still be requested. */
export const getProofingStatus: Operation<'getProofingStatus', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const { proofing } = await store.read((reader) => GET_PROOFING_STATUS_CHECKS.run({ reader, request }));
    return { proofingStatus: statusOf(proofingAt(proofing, clock())) };
  };

import type { ProofingStatus } from '../contract/index.ts';
import { registeredDevice } from '../device/registered-device.ts';
import type { Proofing } from '../model/index.ts';
import { proofingAt, proofingOf } from '../proofing/current-proofing.ts';
import type { Operation } from './operation.ts';

function statusOf({ state, rejected, challenged }: Proofing): ProofingStatus {
  if (state === 'rejected' && rejected) return { rejected };
  if (state === 'challenged' && challenged) return { challenged };
  return { [state]: {} };
}

/** Exactly one member says how the proofing stands; a finished proofing stays readable. */
export const getProofingStatus: Operation<'getProofingStatus', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ deviceReferenceId, proofingId }) => {
    const proofing = await store.read(async (reader) => {
      await registeredDevice(reader, deviceReferenceId);
      return proofingOf(reader, deviceReferenceId, proofingId);
    });
    return { proofingStatus: statusOf(proofingAt(proofing, clock())) };
  };

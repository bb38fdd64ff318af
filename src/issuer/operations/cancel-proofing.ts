import { retryOnConflict } from '../../conventions/conflict.ts';
import { registeredDevice } from '../device/registered-device.ts';
import { changeProofing } from '../proofing/change.ts';
import { proofingOf, settleProofing } from '../proofing/current-proofing.ts';
import { type Operation, walletActor } from './operation.ts';

/** Ends a pending or challenged proofing; a canceled one stays as it is and the answer is the same. */
export const cancelProofing: Operation<'cancelProofing', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const { deviceReferenceId, proofingId } = request;
    const at = clock();
    const cancel = () =>
      store.write(async (writer) => {
        await registeredDevice(writer, deviceReferenceId);
        const found = await proofingOf(writer, deviceReferenceId, proofingId);
        const proofing = await settleProofing(writer, found, at);
        if (proofing.state === 'canceled') return;
        await changeProofing(writer, proofing, { event: 'cancel', actor: walletActor(request), at });
      });
    await retryOnConflict(cancel);
    return {};
  };

import { retryOnConflict } from '../../conventions/conflict.ts';
import { changeCredential } from '../credential/change.ts';
import { credentialOf, settleCredential } from '../credential/current-credential.ts';
import { registeredDevice } from '../device/registered-device.ts';
import { type Operation, walletActor } from './operation.ts';

/** Always accepted: a revoked credential stays revoked, a deleted one deleted. */
export const notifyCredentialDeleted: Operation<'notifyCredentialDeleted', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const { deviceReferenceId, credentialId } = request;
    const at = clock();
    const remove = () =>
      store.write(async (writer) => {
        await registeredDevice(writer, deviceReferenceId);
        const found = await credentialOf(writer, deviceReferenceId, credentialId);
        const credential = await settleCredential(writer, found, at);
        if (credential.deletedAt !== undefined) return;
        const set = { deletedAt: at };
        await changeCredential(writer, credential, { event: 'delete', actor: walletActor(request), at, set });
      });
    await retryOnConflict(remove);
    return {};
  };

import { retryOnConflict } from '../../conventions/errors.ts';
import { channelOfDevice } from '../credential/channels.ts';
import { newNonce } from '../device/registration.ts';
import { IssuerError } from '../errors.ts';
import type { Device } from '../model/index.ts';
import { type Operation, walletActor } from './operation.ts';

/** Each request makes a new nonce, which replaces older ones. */
export const getDeviceRegistrationNonce: Operation<
  'getDeviceRegistrationNonce',
  'store' | 'clock' | 'random' | 'policy'
> =
  ({ store, clock, random, policy }) =>
  async (request) => {
    const { deviceReferenceId } = request;
    if (channelOfDevice(deviceReferenceId) !== 'walletPlatform')
      throw new IssuerError('invalidIdentifier', 'deviceReferenceId is of a wallet that came by another way');
    const now = clock();
    const nonce = { value: newNonce(random), expiresAt: now + policy.nonceTtl };
    const change = {
      subject: 'device',
      subjectId: deviceReferenceId,
      event: 'replaceNonce',
      actor: walletActor(request),
      at: now,
    } as const;
    await retryOnConflict(() =>
      store.write(async (writer) => {
        const device: Device | undefined = await writer.device(deviceReferenceId);
        if (device) await writer.updateDevice({ ...device, nonce });
        else await writer.insertDevice({ deviceReferenceId, revision: 1, nonce });
        await writer.record(change);
      }),
    );
    return { nonce: nonce.value };
  };

import { isoTime } from '../../conventions/json-schema.ts';
import { credentialAt } from '../../issuer/credential/current-credential.ts';
import { isLive } from '../../issuer/credential/state-machine.ts';
import { identityKeyHash } from '../../issuer/device/registered-device.ts';
import type { Device } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { type Owner, ownerIn } from '../../issuer/ports/people.ts';
import { DEVICE_METHODS, type DeviceView } from '../contract/devices/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { requireEntity } from '../operation/require-entity.ts';

async function deviceById(reader: OperatorReader, id: string): Promise<Device> {
  return requireEntity(await reader.device(id), 'device');
}

function registrationView({ registration }: Device): Partial<DeviceView> {
  if (!registration) return {};
  const { leafHash, registeredAt, securityLevel, identityCredentialKey } = registration;
  return {
    registerTime: isoTime(registeredAt),
    securityLevel,
    identityCredentialKey,
    keySha256: Buffer.from(identityKeyHash(registration)).toString('hex'),
    certificateSha256: Buffer.from(leafHash).toString('hex'),
  };
}

async function viewOf(
  reader: OperatorReader,
  device: Device,
  owner: Owner | undefined,
  now: number,
): Promise<DeviceView> {
  const { deviceReferenceId, nonce, registration } = device;
  const credential = await reader.liveCredentialOf(deviceReferenceId);
  const live = credential && isLive(credentialAt(credential, now).state) ? credential : undefined;
  // An owner without a document was erased.
  const holderId = live?.holderId ?? (owner?.documentType === undefined ? undefined : owner.holderId);
  const documentType = owner?.holderId === holderId ? owner?.documentType : undefined;
  return {
    id: deviceReferenceId,
    state: registration ? 'registered' : 'unregistered',
    ...(nonce && nonce.expiresAt > now && { nonceExpireTime: isoTime(nonce.expiresAt) }),
    ...registrationView(device),
    ...(live && { liveCredentialId: live.credentialId }),
    ...(holderId !== undefined && { holderId }),
    ...(documentType !== undefined && { documentType }),
  };
}

export async function deviceViews(
  reader: OperatorReader,
  devices: readonly Device[],
  now: number,
): Promise<DeviceView[]> {
  const owners = await reader.ownersOf(devices.map(({ deviceReferenceId: id }) => ['device', id]));
  const views: DeviceView[] = [];
  for (const device of devices)
    views.push(await viewOf(reader, device, ownerIn(owners, 'device', device.deviceReferenceId), now));
  return views;
}

export async function deviceView(reader: OperatorReader, device: Device, now: number): Promise<DeviceView> {
  const [view] = await deviceViews(reader, [device], now);
  return view!;
}

export const getDevice = operation(DEVICE_METHODS.getDevice, {
  needs: issuer,
  run: ({ store, clock }, { id }) =>
    store.snapshot(async (reader) => deviceView(reader, await deviceById(reader, id), clock())),
});

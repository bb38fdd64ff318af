import { credentialAt } from '../../issuer/credential/current-credential.ts';
import { isLive } from '../../issuer/credential/state-machine.ts';
import { identityKeyHash } from '../../issuer/device/registered-device.ts';
import type { Device } from '../../issuer/model/index.ts';
import type { IssuerReader, Page } from '../../issuer/ports/store.ts';
import { deviceById } from '../found.ts';
import type { DeviceView } from '../issuer-contract.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { isoTime } from '../views.ts';

function registrationView({ registration }: Device): Partial<DeviceView> {
  if (!registration) return {};
  const { leafHash, registeredAt, securityLevel, identityCredentialKey, sharesKey } = registration;
  return {
    registerTime: isoTime(registeredAt),
    securityLevel,
    identityCredentialKey,
    keySha256: Buffer.from(identityKeyHash(registration)).toString('hex'),
    ...(sharesKey && { sharesKey }),
    certificateSha256: Buffer.from(leafHash).toString('hex'),
  };
}

async function deviceView(reader: IssuerReader, device: Device, now: number): Promise<DeviceView> {
  const { deviceReferenceId, nonce, registration } = device;
  const credential = await reader.liveCredentialOf(deviceReferenceId);
  const live = credential && isLive(credentialAt(credential, now).state) ? credential : undefined;
  return {
    id: deviceReferenceId,
    state: registration ? 'registered' : 'unregistered',
    ...(nonce && nonce.expiresAt > now && { nonceExpireTime: isoTime(nonce.expiresAt) }),
    ...registrationView(device),
    ...(live && { liveCredentialId: live.credentialId }),
  };
}

export const listDevices: AdminOperation<'listDevices', 'store' | 'clock'> =
  ({ store, clock }) =>
  (request) =>
    store.read(async (reader) => {
      const read = (page: Page) => reader.listDevices(page);
      const { rows, next } = await listPage(
        request,
        { list: 'devices' },
        read,
        (row) => row.deviceReferenceId,
      );
      const devices: DeviceView[] = [];
      for (const row of rows) devices.push(await deviceView(reader, row, clock()));
      return { devices, ...next };
    });

export const getDevice: AdminOperation<'getDevice', 'store' | 'clock'> =
  ({ store, clock }) =>
  ({ id }) =>
    store.read(async (reader) => deviceView(reader, await deviceById(reader, id), clock()));

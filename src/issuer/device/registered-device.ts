import { IssuerError } from '../errors.ts';
import type { Device, DeviceRegistration } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';

export type RegisteredDevice = Device & { readonly registration: DeviceRegistration };

/** @throws IssuerError `invalidIdentifier` when no nonce was ever asked for with this id. */
export async function knownDevice(reader: IssuerReader, deviceReferenceId: string): Promise<Device> {
  const device = await reader.device(deviceReferenceId);
  if (!device) throw new IssuerError('invalidIdentifier', 'deviceReferenceId is unknown');
  return device;
}

/** @throws IssuerError `invalidIdentifier` when the id is unknown, `invalidState` before the registration. */
export async function registeredDevice(
  reader: IssuerReader,
  deviceReferenceId: string,
): Promise<RegisteredDevice> {
  const device = await knownDevice(reader, deviceReferenceId);
  const { registration } = device;
  if (!registration) throw new IssuerError('invalidState', 'the device is not registered');
  return { ...device, registration };
}

import { hash } from 'node:crypto';
import { EcError, pointFromSpki, spkiFromPoint } from '../../formats/ec/index.ts';
import { CertificateError, parsePhoneCertificate } from '../../formats/x509/index.ts';
import { IssuerError } from '../errors.ts';
import type { Device, DeviceRegistration } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';

export type RegisteredDevice = Device & { readonly registration: DeviceRegistration };

/** @throws IssuerError `invalidIdentifier` if no nonce was ever requested with this id. */
export async function knownDevice(reader: IssuerReader, deviceReferenceId: string): Promise<Device> {
  const device = await reader.device(deviceReferenceId);
  if (!device) throw new IssuerError('invalidIdentifier', 'deviceReferenceId is unknown');
  return device;
}

/** @throws IssuerError `invalidIdentifier` if the id is unknown, `invalidState` before the registration */
export async function registeredDevice(
  reader: IssuerReader,
  deviceReferenceId: string,
): Promise<RegisteredDevice> {
  const device = await knownDevice(reader, deviceReferenceId);
  const { registration } = device;
  if (!registration) throw new IssuerError('invalidState', 'the device is not registered');
  return { ...device, registration };
}

type WithKey = Pick<DeviceRegistration, 'credentialKey'>;

/** SHA-256 of the key's SubjectPublicKeyInfo, which does not depend on the certificate. */
export function identityKeyHash({ credentialKey }: WithKey): Uint8Array {
  return hash('sha256', spkiFromPoint(credentialKey), 'buffer');
}

export function isSameKey(one: WithKey, other: WithKey): boolean {
  return Buffer.compare(one.credentialKey, other.credentialKey) === 0;
}

/** The key in a leaf certificate before any verification; undefined if the certificate has none. */
export function claimedKey(leaf: Uint8Array): WithKey | undefined {
  try {
    const { spki, rules } = parsePhoneCertificate(leaf);
    return { credentialKey: pointFromSpki(spki, rules) };
  } catch (error) {
    if (error instanceof CertificateError || error instanceof EcError) return undefined;
    throw error;
  }
}

/** Whether a proofing or credential belongs to the device's current key. Those of wallets by OpenID4VCI have no hash. */
export function isOfDevice(
  { identityKeyHash: stored }: { readonly identityKeyHash?: Uint8Array },
  { registration }: RegisteredDevice,
): boolean {
  return stored !== undefined && Buffer.compare(stored, identityKeyHash(registration)) === 0;
}

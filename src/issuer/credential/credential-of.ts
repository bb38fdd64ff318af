import { isOfDevice } from '../device/identity-key.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';
import type { Credential } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';

/** @throws IssuerError `invalidIdentifier`, with the same words for an unknown id and for another device's. */
export async function credentialOf(
  reader: IssuerReader,
  deviceReferenceId: string,
  credentialId: string,
): Promise<Credential> {
  const credential = await reader.credential(credentialId);
  if (credential?.deviceReferenceId !== deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'credentialId is unknown for this deviceReferenceId');
  }
  return credential;
}

/**
 * A live credential is of the key that is registered now: a device that has one cannot replace its key. Checked all the
 * same, since everything that goes out is sealed to that key.
 * @throws IssuerError `invalidIdentifier`
 */
export function requireOfDevice(credential: Credential, device: RegisteredDevice): void {
  if (isOfDevice(credential, device)) return;
  throw new IssuerError('invalidIdentifier', 'credentialId is of another identity key of this device');
}

import { IssuerError } from '../errors.ts';
import type { Credential } from '../ports/entities.ts';
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

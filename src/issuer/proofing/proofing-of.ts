import { IssuerError } from '../errors.ts';
import type { Proofing } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';

/** @throws IssuerError `invalidIdentifier`, with the same words for an unknown id and for another device's. */
export async function proofingOf(
  reader: IssuerReader,
  deviceReferenceId: string,
  proofingId: string,
): Promise<Proofing> {
  const proofing = await reader.proofing(proofingId);
  if (proofing?.deviceReferenceId !== deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'proofingId is unknown for this deviceReferenceId');
  }
  return proofing;
}

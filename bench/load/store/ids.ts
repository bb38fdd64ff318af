import { hash } from 'node:crypto';
import type { DeviceState } from '../../../src/wallet/index.ts';

/** An id in the form of a random UUID, always the same for the same text, so that ids have no order. */
export function uuidFor(text: string): string {
  const hex = hash('sha256', text);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** The ids of the rows of a copied credential. */
export interface CopyIds {
  readonly deviceReferenceId: string;
  readonly proofingId: string;
  readonly credentialId: string;
  readonly holderId: string;
  readonly versionId: string;
}

export const idsOf = (copy: number): CopyIds => ({
  deviceReferenceId: uuidFor(`device ${copy}`),
  proofingId: uuidFor(`proofing ${copy}`),
  credentialId: uuidFor(`credential ${copy}`),
  holderId: `holder-${String(copy).padStart(9, '0')}`,
  versionId: uuidFor(`version ${copy}`),
});

/** The id of a request of a copy, made from the id of the original request. */
export const requestIdOf = (copy: number, requestId: string): string =>
  uuidFor(`request ${copy} ${requestId}`);

/** The state of a copied phone: the same keys and data with other ids, and no key that waits for its MSO. */
export function stateOf(state: DeviceState, copy: number): DeviceState {
  if (!state.credential) throw new Error('the phone has no credential');
  const { deviceReferenceId, proofingId, credentialId, versionId } = idsOf(copy);
  const credential = { ...state.credential, versionId };
  return { ...state, deviceReferenceId, proofing: { proofingId }, credentialId, credential, authKeys: [] };
}

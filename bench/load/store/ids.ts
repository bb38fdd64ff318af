import { hash } from 'node:crypto';
import type { DeviceState } from '../../../src/wallet/index.ts';

/** Always the same for the same text; of the form of a random UUID, so that ids are in no order. */
export function uuidFor(text: string): string {
  const hex = hash('sha256', text);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** What names the parts of a copy of a credential. */
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

/** The id of the request of a copy that had the given id where it was copied from. */
export const requestIdOf = (copy: number, requestId: string): string =>
  uuidFor(`request ${copy} ${requestId}`);

/** What the phone of a copy would hold: the same keys and data under other ids, no key that waits. */
export function stateOf(state: DeviceState, copy: number): DeviceState {
  if (!state.credential) throw new Error('the phone has no credential');
  const { deviceReferenceId, proofingId, credentialId, versionId } = idsOf(copy);
  const credential = { ...state.credential, versionId };
  return { ...state, deviceReferenceId, proofing: { proofingId }, credentialId, credential, authKeys: [] };
}

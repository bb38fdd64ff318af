import { expect, it } from 'vitest';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { SUBJECTS_BY_ID } from './explain-subject.ts';

it('explaining a device reads no more changes than it shows', async () => {
  let read = 0;
  const proofings = Array.from({ length: 100 }, (_, index) => ({
    proofingId: `p-${index}`,
    state: 'rejected',
  }));
  const reader = {
    device: async () => ({ deviceReferenceId: 'd' }),
    listProofings: async () => proofings,
    listCredentials: async () => [],
    async listEntries({ limit }: { readonly limit: number }) {
      const rows = Array.from({ length: Math.min(limit, 300) }, () => ({ changeId: String(read++) }));
      return rows;
    },
  } as unknown as OperatorReader;
  const found = await SUBJECTS_BY_ID.device(reader, 'd', 0);
  expect(found?.changes).toHaveLength(1000);
  expect(read).toBe(1000);
});

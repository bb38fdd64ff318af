import { groupView } from '../group/view.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';

export const getMediationGroup: Operation<'accounts.mediationGroups.get', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) =>
    groupView(await store.read((reader) => groupOf(reader, request)), clock());

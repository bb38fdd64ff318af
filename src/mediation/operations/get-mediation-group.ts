import { groupAt } from '../group/revision.ts';
import { groupView } from '../group/view.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';

export const getMediationGroup: Operation<'accounts.mediationGroups.get', 'store' | 'clock'> =
  ({ store, clock }) =>
  (request) =>
    store.read(async (reader) => {
      const { revision } = request.query;
      const group = await groupOf(reader, request);
      return revision ? groupAt(reader, group, revision, clock()) : groupView(group, clock());
    });

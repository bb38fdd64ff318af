import { groupAt } from '../group/revision.ts';
import { groupView, servedView } from '../group/view.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';

export const getMediationGroup: Operation<'accounts.mediationGroups.get', 'store' | 'policy' | 'clock'> =
  ({ store, policy, clock }) =>
  (request) =>
    store.read(async (reader) => {
      const { revision } = request.query;
      const group = await groupOf(reader, request);
      if (revision) return groupAt(reader, group, revision, clock());
      return servedView(groupView(group, clock()), policy);
    });

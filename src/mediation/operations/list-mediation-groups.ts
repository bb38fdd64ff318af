import type { MediationGroup } from '../contract/index.ts';
import { groupConditions } from '../filters.ts';
import { listedGroupView, servedView } from '../group/view.ts';
import type { Operation } from '../operation.ts';
import { checkPublisher } from '../refusals.ts';
import { keptList } from '../views/kept-views.ts';

export const listMediationGroups: Operation<
  'accounts.mediationGroups.list',
  'store' | 'policy' | 'clock'
> = ({ store, policy, clock }) => {
  const list = keptList('mediationGroups', (view: MediationGroup) => view);
  return ({ publisherId, query, filter, page, nextPage }) =>
    store.read(async (reader) => {
      const conditions = groupConditions(filter, publisherId);
      // If there are groups, their publisher exists.
      // Without extensions, clients cannot ask for archived groups and cannot unarchive them.
      const withArchived = query.showArchived || !policy.groupExtensions;
      const { rows, next } = await reader.listGroups(publisherId, page, conditions, withArchived);
      if (rows.length === 0) await checkPublisher(reader, publisherId);
      const now = clock();
      const views = rows.map((group) => servedView(listedGroupView(group, now), policy));
      return list(publisherId, views, nextPage(next));
    });
};

import { groupConditions } from '../filters.ts';
import { checkPublisher } from '../found.ts';
import { listedGroupView } from '../group/view.ts';
import { listed } from '../views/listed.ts';
import type { Operation } from './operation.ts';

export const listMediationGroups: Operation<'accounts.mediationGroups.list', 'store' | 'clock'> =
  ({ store, clock }) =>
  ({ publisherId, filter, page, nextPage }) =>
    store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      const conditions = groupConditions(filter, publisherId);
      const { rows, next } = await reader.listGroups(publisherId, page, conditions);
      const now = clock();
      const views = rows.map((group) => listedGroupView(group, now));
      return { ...listed('mediationGroups', views), ...nextPage(next) };
    });

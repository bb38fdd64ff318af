import type { MediationAbExperiment } from '../contract/index.ts';
import { listedView } from '../experiment/view.ts';
import { groupName } from '../names.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';
import { keptList } from '../views/kept-views.ts';

export const listMediationAbExperiments: Operation<
  'accounts.mediationGroups.mediationAbExperiments.list',
  'store' | 'clock' | 'policy'
> = ({ store, clock, policy }) => {
  const served = { extensions: policy.groupExtensions };
  const list = keptList('mediationAbExperiments', (view: MediationAbExperiment) => view);
  return (request) =>
    store.read(async (reader) => {
      const { publisherId, groupId, page, nextPage } = request;
      const { rows, next } = await reader.listExperiments(publisherId, groupId, page);
      // If there are experiments, their group exists.
      if (rows.length === 0) await groupOf(reader, request);
      const now = clock();
      const views = rows.map((experiment) => listedView(experiment, now, served));
      return list(groupName(publisherId, groupId), views, nextPage(next));
    });
};

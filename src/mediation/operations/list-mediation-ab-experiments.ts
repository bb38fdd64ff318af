import type { MediationAbExperiment } from '../contract/index.ts';
import { type LookNeeds, lookDeps, withFirstFigures } from '../experiment/look.ts';
import { listedView } from '../experiment/view.ts';
import { groupName } from '../names.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';
import { keptList } from '../views/kept-views.ts';

export const listMediationAbExperiments: Operation<
  'accounts.mediationGroups.mediationAbExperiments.list',
  LookNeeds
> = (deps) => {
  const { store, clock, policy } = deps;
  const served = { extensions: policy.groupExtensions };
  const list = keptList('mediationAbExperiments', (view: MediationAbExperiment) => view);
  return async (request) => {
    const { publisherId, groupId, page, nextPage } = request;
    const { rows, next } = await store.read(async (reader) => {
      const found = await reader.listExperiments(publisherId, groupId, page);
      // If there are experiments, their group exists.
      if (found.rows.length === 0) await groupOf(reader, request);
      return found;
    });
    const now = clock();
    const views: MediationAbExperiment[] = [];
    for (const stored of rows)
      views.push(listedView(await withFirstFigures(lookDeps(deps), stored, now), now, served));
    return list(groupName(publisherId, groupId), views, nextPage(next));
  };
};

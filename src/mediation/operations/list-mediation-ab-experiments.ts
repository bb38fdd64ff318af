import { experimentView } from '../experiment/view.ts';
import { groupOf } from '../found.ts';
import { listed } from '../views/listed.ts';
import type { Operation } from './operation.ts';

export const listMediationAbExperiments: Operation<
  'accounts.mediationGroups.mediationAbExperiments.list',
  'store' | 'clock'
> =
  ({ store, clock }) =>
  (request) =>
    store.read(async (reader) => {
      const { publisherId, groupId, page, nextPage } = request;
      await groupOf(reader, request);
      const { rows, next } = await reader.listExperiments(publisherId, groupId, page);
      const now = clock();
      const views = rows.map((experiment) => experimentView(experiment, now));
      return { ...listed('mediationAbExperiments', views), ...nextPage(next) };
    });

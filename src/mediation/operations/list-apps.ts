import type { Operation } from '../operation.ts';
import { checkPublisher } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';
import { appView } from '../views/resources.ts';

export const listApps: Operation<'accounts.apps.list', 'store'> =
  ({ store }) =>
  ({ publisherId, page, nextPage }) =>
    store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      const { rows, next } = await reader.listApps(publisherId, page);
      return { ...listed('apps', rows.map(appView)), ...nextPage(next) };
    });

import { checkPublisher } from '../found.ts';
import { appView } from '../views/app.ts';
import { listed } from '../views/listed.ts';
import type { Operation } from './operation.ts';

export const listApps: Operation<'accounts.apps.list', 'store'> =
  ({ store }) =>
  ({ publisherId, page, nextPage }) =>
    store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      const { rows, next } = await reader.listApps(publisherId, page);
      return { ...listed('apps', rows.map(appView)), ...nextPage(next) };
    });

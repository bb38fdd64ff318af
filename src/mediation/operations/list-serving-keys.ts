import type { Operation } from '../operation.ts';
import { appOf, servingKeyView } from '../serving-key.ts';
import { listed } from '../views/kept-views.ts';

export const listServingKeys: Operation<'accounts.apps.servingKeys.list', 'store'> =
  ({ store }) =>
  (request) =>
    store.read(async (reader) => {
      const { publisherId, appFragment, page, nextPage } = request;
      await appOf(reader, request);
      const { rows, next } = await reader.listServingKeys(publisherId, appFragment, page);
      return { ...listed('servingKeys', rows.map(servingKeyView)), ...nextPage(next) };
    });

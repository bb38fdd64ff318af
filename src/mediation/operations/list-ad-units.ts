import type { Operation } from '../operation.ts';
import { checkPublisher } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';
import { adUnitView } from '../views/resources.ts';

export const listAdUnits: Operation<'accounts.adUnits.list', 'store'> =
  ({ store }) =>
  ({ publisherId, page, nextPage }) =>
    store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      const { rows, next } = await reader.listAdUnits(publisherId, page);
      return { ...listed('adUnits', rows.map(adUnitView)), ...nextPage(next) };
    });

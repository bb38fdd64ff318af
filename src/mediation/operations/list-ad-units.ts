import { checkPublisher } from '../found.ts';
import { adUnitView } from '../views/ad-unit.ts';
import { listed } from '../views/listed.ts';
import type { Operation } from './operation.ts';

export const listAdUnits: Operation<'accounts.adUnits.list', 'store'> =
  ({ store }) =>
  ({ publisherId, page, nextPage }) =>
    store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      const { rows, next } = await reader.listAdUnits(publisherId, page);
      return { ...listed('adUnits', rows.map(adUnitView)), ...nextPage(next) };
    });

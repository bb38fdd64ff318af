import { allowedNames } from '../filters.ts';
import { isTenDigits } from '../names.ts';
import type { Operation } from '../operation.ts';
import { checkPublisher, notFound } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';
import { mappingView } from '../views/resources.ts';

export const listAdUnitMappings: Operation<'accounts.adUnits.adUnitMappings.list', 'store' | 'policy'> =
  ({ store, policy }) =>
  ({ publisherId, fragment, filter, page, nextPage }) =>
    store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      if (!isTenDigits(fragment)) throw notFound();
      const isKnown = !policy.strictInventory || (await reader.adUnits(publisherId, [fragment])).length > 0;
      if (!isKnown) throw notFound();
      const { rows, next } = await reader.listMappings(publisherId, fragment, page, allowedNames(filter));
      return { ...listed('adUnitMappings', rows.map(mappingView)), ...nextPage(next) };
    });

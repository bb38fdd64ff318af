import { sliceAfter } from '../decimal.ts';
import type { Operation } from '../operation.ts';
import type { AdSource } from '../ports/catalogue.ts';
import { checkPublisher } from '../refusals.ts';
import { keptList } from '../views/kept-views.ts';
import { adSourceView } from '../views/resources.ts';

export const listAdSources: Operation<'accounts.adSources.list', 'store' | 'catalogue'> = ({
  store,
  catalogue,
}) => {
  const list = keptList('adSources', (source: AdSource, publisherId) => adSourceView(publisherId, source));
  return async ({ publisherId, page, nextPage }) => {
    await store.read((reader) => checkPublisher(reader, publisherId));
    const { rows, next } = sliceAfter(catalogue().adSources, page, (source) => source.adSourceId);
    return list(publisherId, rows, nextPage(next));
  };
};

import { sliceAfter } from '../catalogue/slice.ts';
import { checkPublisher } from '../found.ts';
import type { AdSource } from '../ports/catalogue.ts';
import { adSourceView } from '../views/catalogue.ts';
import { keptList } from '../views/kept-list.ts';
import type { Operation } from './operation.ts';

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

import { sliceAfter } from '../catalogue/slice.ts';
import { checkPublisher } from '../found.ts';
import { adSourceView } from '../views/catalogue.ts';
import { listed } from '../views/listed.ts';
import type { Operation } from './operation.ts';

export const listAdSources: Operation<'accounts.adSources.list', 'store' | 'catalogue'> =
  ({ store, catalogue }) =>
  async ({ publisherId, page, nextPage }) => {
    await store.read((reader) => checkPublisher(reader, publisherId));
    const { rows, next } = sliceAfter(catalogue().adSources, page, (source) => source.adSourceId);
    const views = rows.map((source) => adSourceView(publisherId, source));
    return { ...listed('adSources', views), ...nextPage(next) };
  };

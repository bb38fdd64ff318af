import { sliceAfter } from '../decimal.ts';
import type { Operation } from '../operation.ts';
import { checkPublisher, notFound } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';
import { adapterView } from '../views/resources.ts';

export const listAdapters: Operation<'accounts.adSources.adapters.list', 'store' | 'catalogue'> =
  ({ store, catalogue }) =>
  async ({ publisherId, adSourceId, page, nextPage }) => {
    await store.read((reader) => checkPublisher(reader, publisherId));
    const adSource = catalogue().adSource(adSourceId);
    if (!adSource) throw notFound();
    const { rows, next } = sliceAfter(adSource.adapters, page, (adapter) => adapter.adapterId);
    const views = rows.map((adapter) => adapterView(publisherId, adapter));
    return { ...listed('adapters', views), ...nextPage(next) };
  };

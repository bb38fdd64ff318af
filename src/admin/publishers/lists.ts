import type { MediationDeps } from '../../mediation/deps.ts';
import { checkPublisher } from '../../mediation/found.ts';
import type { PublisherOperation } from './contract.ts';
import { nextPage, pageOf } from './paging.ts';
import { changeView, publisherView } from './views.ts';

type Store = Pick<MediationDeps, 'store'>;

export const listPublishers =
  ({ store }: Store): PublisherOperation<'listPublishers'> =>
  async (request) => {
    const args = { list: 'publishers' };
    const page = pageOf(request, args);
    const { rows, next } = await store.read((reader) => reader.listPublishers(page));
    return { publishers: rows.map(publisherView), ...nextPage(next, args) };
  };

export const listChanges =
  ({ store }: Store): PublisherOperation<'listChanges'> =>
  async ({ id, resource, ...request }) => {
    const args = { list: 'changes', id, resource };
    const page = pageOf(request, args);
    const { rows, next } = await store.read(async (reader) => {
      await checkPublisher(reader, id);
      return reader.listAudit(id, page, resource);
    });
    return { changes: rows.map(changeView), ...nextPage(next, args) };
  };

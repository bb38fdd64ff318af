import type { EntryFilter } from '../../audit/ports/log.ts';
import type { Rows } from '../../conventions/order-by.ts';
import { auditedResource } from '../../mediation/audit.ts';
import type { MediationDeps } from '../../mediation/deps.ts';
import { checkPublisher } from '../../mediation/found.ts';
import { listPage } from '../list-page.ts';
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

/** What the log is asked for; a name that is no resource's has no entries. */
function filterOf(publisherId: string, resource: string | undefined): EntryFilter {
  if (resource === undefined) return { publisherId };
  return { publisherId, ...(auditedResource(resource) ?? { subjectId: resource }) };
}

export const listChanges =
  ({ store }: Store): PublisherOperation<'listChanges'> =>
  async ({ id, resource, ...request }) => {
    await store.read((reader) => checkPublisher(reader, id));
    const filter = filterOf(id, resource);
    const read = (page: Rows) => store.read((reader) => reader.listEntries(page, filter));
    const args = { list: 'changes', id, resource };
    const { rows, next } = await listPage(request, args, read, (entry) => entry.changeId);
    return { changes: rows.map(changeView), ...next };
  };

import { authorOf, type LoggedEntry } from '../../audit/entry.ts';
import type { EntryFilter } from '../../audit/ports/log.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { type Rows, sortOf } from '../../conventions/order-by.ts';
import { auditedResource, resourceName } from '../../mediation/audit.ts';
import { checkPublisher } from '../../mediation/refusals.ts';
import { CHANGE_SORTS, type ChangeView, PUBLISHER_METHODS } from '../contract/publishers/methods.ts';
import { listPage, period } from '../operation/list-page.ts';
import { mediation, operation } from '../operation/operation.ts';

function changeView(entry: LoggedEntry): ChangeView {
  const { at, actor, method = '', details = {} } = entry;
  return {
    time: isoTime(at),
    subject: authorOf(actor),
    requestId: 'requestId' in actor ? actor.requestId : '',
    method,
    resource: resourceName(entry),
    ...details,
  };
}

/** The entries of a resource. An unknown name has no entries. */
function filterOf(publisherId: string, resource: string | undefined): EntryFilter {
  if (resource === undefined) return { publisherId };
  return { publisherId, ...(auditedResource(resource) ?? { subjectId: resource }) };
}

export const listChanges = operation(PUBLISHER_METHODS.listChanges, {
  needs: mediation,
  async run({ store }, { pageSize, pageToken, ...wanted }) {
    const { id, resource, subject, method, startTime, endTime, view, orderBy } = wanted;
    await store.read((reader) => checkPublisher(reader, id));
    const filter: EntryFilter = {
      ...filterOf(id, resource),
      ...(subject !== undefined && { authorId: subject }),
      ...(method !== undefined && { method }),
      ...period(startTime, endTime),
    };
    const read = (page: Rows) => store.read((reader) => reader.listEntries(page, filter, view));
    const [args, sort] = [{ list: 'changes', ...wanted }, sortOf(orderBy, CHANGE_SORTS)];
    const { rows, next } = await listPage(
      { pageSize, pageToken },
      args,
      read,
      (entry) => entry.changeId,
      sort,
    );
    return { changes: rows.map(changeView), ...next };
  },
});

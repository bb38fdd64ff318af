import { authorOf, type LoggedEntry } from '../../audit/entry.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { MediationGroupRevision } from '../contract/index.ts';
import { changedFields } from '../group/differences.ts';
import { revisionOf } from '../group/revision.ts';
import { groupName } from '../names.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';

function revisionView(entry: LoggedEntry): MediationGroupRevision {
  const { at, actor, method = '', details } = entry;
  const revision = revisionOf(entry);
  const { before, after } = details ?? {};
  const fields = before && after ? changedFields(before, after) : [];
  return {
    ...(revision !== undefined && { revision }),
    createTime: isoTime(at),
    author: authorOf(actor),
    method,
    ...listed('changedFields', fields),
  };
}

export const historyOfMediationGroup: Operation<'accounts.mediationGroups.history', 'store'> =
  ({ store }) =>
  (request) =>
    store.read(async (reader) => {
      const { query, page, nextPage } = request;
      const until = query.endTime === undefined ? undefined : Date.parse(query.endTime);
      const { publisherId, groupId } = await groupOf(reader, request);
      const { rows, next } = await reader.listGroupEntries(groupName(publisherId, groupId), page, until);
      return { ...listed('revisions', rows.map(revisionView)), ...nextPage(next) };
    });

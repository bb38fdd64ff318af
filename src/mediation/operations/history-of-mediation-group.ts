import { authorOf, type LoggedEntry } from '../../audit/entry.ts';
import { invalidArguments } from '../../conventions/index.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { MediationGroupRevision } from '../contract/index.ts';
import { changedFields } from '../group/differences.ts';
import { revisionOf } from '../group/revision.ts';
import { groupName } from '../names.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';

/** RFC 3339 (google-datetime). */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const description = "Invalid value at 'end_time': a time such as 2026-11-22T12:00:00Z is expected.";
  throw invalidArguments('INVALID_QUERY', [{ field: 'end_time', description }]);
}

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
      const until = timeOf(query.endTime);
      const { publisherId, groupId } = await groupOf(reader, request);
      const { rows, next } = await reader.listGroupEntries(groupName(publisherId, groupId), page, until);
      return { ...listed('revisions', rows.map(revisionView)), ...nextPage(next) };
    });

import { isoTime } from '../../conventions/json-schema.ts';
import { omit } from '../../conventions/omit.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import type { OperatorStore } from '../../issuer/ports/operators.ts';
import { ownerIn } from '../../issuer/ports/people.ts';
import type { RefusedRequest } from '../../issuer/ports/requests.ts';
import { withName } from '../access/user-names.ts';
import type { AdminResponse } from '../contract/index.ts';
import { REQUEST_METHODS } from '../contract/requests/methods.ts';
import { listPage, period } from '../operation/list-page.ts';
import { log, operation } from '../operation/operation.ts';

type View = AdminResponse<'listRefusedRequests'>['requests'][number];

function refusedView(request: RefusedRequest): View {
  const { entryId, at, microseconds, outcome, ids, ...rest } = request;
  return {
    id: entryId,
    ...omit(rest, 'members', 'remedy'),
    reason: outcome,
    time: isoTime(at),
    milliseconds: microseconds / 1000,
    ...ids,
  };
}

/** The requests with the holders of the devices that they name. */
async function withOwners(views: readonly View[], store: OperatorStore): Promise<View[]> {
  const ids = views.flatMap(({ deviceReferenceId: id }) => id ?? []);
  const owners = await store.read((reader) => reader.ownersOf(ids.map((id) => ['device', id])));
  return views.map((view) => {
    const owner = ownerIn(owners, 'device', view.deviceReferenceId);
    return { ...view, ...(owner && { holderId: owner.holderId }) };
  });
}

/** Recent refusals, newest first. getRequest explains one by its requestId or errorId. */
export const listRefusedRequests = operation(REQUEST_METHODS.listRefusedRequests, {
  needs: log,
  async run({ store, requests: log, names }, { pageSize, pageToken, ...wanted }, caller) {
    await log.settled();
    const { startTime, endTime, ...equal } = wanted;
    const filter = { ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listRefusedRequests(page, filter));
    const args = { list: 'refusedRequests', ...wanted };
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.entryId);
    const views = await withOwners(rows.map(refusedView), store);
    const emails = await names(
      caller,
      views.map(({ operatorId }) => operatorId),
    );
    return {
      requests: views.map((view) => ({ ...view, ...withName(emails, 'operatorName', view.operatorId) })),
      ...next,
    };
  },
});

import type { LoggedEntry } from '../../audit/entry.ts';
import { sortOf } from '../../conventions/order-by.ts';
import type { Actor } from '../../issuer/model/index.ts';
import type { Page } from '../../issuer/ports/store.ts';
import { EVENT_SORTS, type EventView } from '../issuer-contract.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { period } from '../period.ts';
import { isoTime } from '../views.ts';

type Who = 'actor' | 'operatorId' | 'approverId' | 'callerId' | 'requestId';

function actorView(actor: Actor): Pick<EventView, Who> {
  const { kind, ...rest } = actor;
  return { actor: kind, ...rest };
}

export function eventView({ changeId, at, actor, concerns, details, ...change }: LoggedEntry): EventView {
  const about = { ...(concerns && { concerns: [...concerns] }), ...(details && { details: { ...details } }) };
  return { id: changeId, time: isoTime(at), ...change, ...about, ...actorView(actor) };
}

export const listEvents: AdminOperation<'listEvents', 'store'> =
  ({ store }) =>
  async ({ pageSize, pageToken, ...wanted }) => {
    const { startTime, endTime, orderBy, ...equal } = wanted;
    const filter = { ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listEntries(page, filter));
    const [args, sort] = [{ list: 'events', ...wanted }, sortOf(orderBy, EVENT_SORTS)];
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.changeId, sort);
    return { events: rows.map(eventView), ...next };
  };

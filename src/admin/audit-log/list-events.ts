import type { LoggedEntry } from '../../audit/entry.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { sortOf } from '../../conventions/order-by.ts';
import type { Actor } from '../../issuer/model/index.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import { EVENT_METHODS, EVENT_SORTS, type EventView } from '../contract/audit-log/methods.ts';
import type { Caller } from '../operation/caller.ts';
import { listPage, period } from '../operation/list-page.ts';
import { log, operation } from '../operation/operation.ts';
import { type Names, named } from '../policy/names.ts';

type Who = 'actor' | 'operatorId' | 'approverId' | 'callerId' | 'requestId';

function actorView(actor: Actor): Pick<EventView, Who> {
  const { kind, ...rest } = actor;
  return { actor: kind, ...rest };
}

export function eventView(entry: LoggedEntry): EventView {
  const { changeId, at, actor, concerns, details, message, ...change } = entry;
  const about = {
    ...(concerns && { concerns: [...concerns] }),
    ...(message && { message: message as NonNullable<EventView['message']> }),
    ...(details && { details: { ...(details as EventView['details']) } }),
  };
  return { id: changeId, time: isoTime(at), ...change, ...about, ...actorView(actor) };
}

/** The events with the emails of their authors and approvers. */
export async function withNames(
  events: readonly EventView[],
  names: Names,
  caller: Caller,
): Promise<EventView[]> {
  const known = await names(
    caller,
    events.flatMap(({ operatorId, approverId, callerId }) => [operatorId, approverId, callerId]),
  );
  return events.map((event) => ({
    ...event,
    ...named(known, 'operatorName', event.operatorId),
    ...named(known, 'approverName', event.approverId),
    ...named(known, 'callerName', event.callerId),
  }));
}

export const listEvents = operation(EVENT_METHODS.listEvents, {
  needs: log,
  async run({ store, names }, { pageSize, pageToken, ...wanted }, caller) {
    const { startTime, endTime, orderBy, ...equal } = wanted;
    const filter = { ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listEntries(page, filter));
    const [args, sort] = [{ list: 'events', ...wanted }, sortOf(orderBy, EVENT_SORTS)];
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.changeId, sort);
    return { events: await withNames(rows.map(eventView), names, caller), ...next };
  },
});

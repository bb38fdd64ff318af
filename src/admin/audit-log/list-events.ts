import type { LoggedEntry } from '../../audit/entry.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { sortOf } from '../../conventions/order-by.ts';
import type { Actor } from '../../issuer/model/index.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import type { OperatorStore } from '../../issuer/ports/operators.ts';
import { ownerIn } from '../../issuer/ports/people.ts';
import { type UserNames, withName } from '../access/user-names.ts';
import { EVENT_METHODS, EVENT_SORTS, type EventView } from '../contract/audit-log/methods.ts';
import type { Caller } from '../operation/caller.ts';
import type { LogAdminDeps } from '../operation/deps.ts';
import { listPage, period } from '../operation/list-page.ts';
import { log, operation } from '../operation/operation.ts';

type Who = 'actor' | 'operatorId' | 'approverId' | 'callerId' | 'requestId';

function actorView(actor: Actor): Pick<EventView, Who> {
  const { kind, ...rest } = actor;
  return { actor: kind, ...rest };
}

function eventView(entry: LoggedEntry): EventView {
  const { changeId, at, actor, concerns, details, message, ...change } = entry;
  const about = {
    ...(concerns && { concerns: [...concerns] }),
    ...(message && { message: message as NonNullable<EventView['message']> }),
    ...(details && { details: { ...(details as EventView['details']) } }),
  };
  return { id: changeId, time: isoTime(at), ...change, ...about, ...actorView(actor) };
}

/** The events with the holders whom their subjects belong to. */
async function withOwners(events: readonly EventView[], store: OperatorStore): Promise<EventView[]> {
  const pairs = events.map(({ subject, subjectId }) => [subject, subjectId] as const);
  const owners = await store.read((reader) => reader.ownersOf(pairs));
  return events.map((event) => ({ ...event, ...ownerIn(owners, event.subject, event.subjectId) }));
}

/** The user whom an event is about, or whose session, one-time address or grant it is about. */
function userIn({ subject, subjectId, details = {} }: Pick<EventView, 'subject' | 'subjectId' | 'details'>) {
  const { before, after } = details;
  const users: { readonly [Of in EventView['subject']]?: unknown } = {
    user: subjectId,
    consoleSession: before?.user,
    consoleCode: after?.user,
    grant: before?.userId ?? after?.userId,
  };
  const user = users[subject];
  return typeof user === 'string' ? user : undefined;
}

/** The events with the emails of the users in them. */
async function withNames(
  events: readonly EventView[],
  names: UserNames,
  caller: Caller,
): Promise<EventView[]> {
  const emails = await names(
    caller,
    events.flatMap(({ operatorId, approverId, callerId, ...event }) => [
      operatorId,
      approverId,
      callerId,
      userIn(event),
    ]),
  );
  return events.map((event) => ({
    ...event,
    ...withName(emails, 'operatorName', event.operatorId),
    ...withName(emails, 'approverName', event.approverId),
    ...withName(emails, 'callerName', event.callerId),
    ...withName(emails, 'subjectName', userIn(event)),
  }));
}

/** Entries as callers see them: with the holders whom they are about, and with the names that the caller may see. */
export const eventViews = async (
  entries: readonly LoggedEntry[],
  { store, names }: Pick<LogAdminDeps, 'store' | 'names'>,
  caller: Caller,
): Promise<EventView[]> => withNames(await withOwners(entries.map(eventView), store), names, caller);

export const listEvents = operation(EVENT_METHODS.listEvents, {
  needs: log,
  async run({ store, names }, { pageSize, pageToken, ...wanted }, caller) {
    const { startTime, endTime, orderBy, holderId, ...equal } = wanted;
    const among = holderId && (await store.read((reader) => reader.subjectsOfHolder(holderId)));
    const filter = { ...equal, ...period(startTime, endTime), ...(among && { among }) };
    const read = (page: Page) => store.read((reader) => reader.listEntries(page, filter));
    const [args, sort] = [{ list: 'events', ...wanted }, sortOf(orderBy, EVENT_SORTS)];
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.changeId, sort);
    return { events: await eventViews(rows, { store, names }, caller), ...next };
  },
});

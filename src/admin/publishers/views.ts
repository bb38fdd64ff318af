import type { Actor, LoggedEntry } from '../../audit/entry.ts';
import { resourceName } from '../../mediation/audit.ts';
import type { Publisher } from '../../mediation/ports/entities.ts';
import type { ChangeView, PublisherView } from './contract.ts';

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

export function publisherView(publisher: Publisher): PublisherView {
  const { publisherId, displayName, currencyCode, reportingTimeZone, createdAt } = publisher;
  return { id: publisherId, displayName, currencyCode, reportingTimeZone, createTime: isoTime(createdAt) };
}

/** Who made a change: the subject of the token, or id of the operator. */
function callerOf(actor: Actor): string {
  if ('callerId' in actor) return actor.callerId;
  return actor.kind === 'operator' ? actor.operatorId : actor.kind;
}

export function changeView(entry: LoggedEntry): ChangeView {
  const { at, actor, method = '', details = {} } = entry;
  return {
    time: isoTime(at),
    subject: callerOf(actor),
    requestId: 'requestId' in actor ? actor.requestId : '',
    method,
    resource: resourceName(entry),
    ...details,
  };
}

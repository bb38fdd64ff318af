import type { AuditEntry, Publisher } from '../../mediation/ports/entities.ts';
import type { ChangeView, PublisherView } from './contract.ts';

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

export function publisherView(publisher: Publisher): PublisherView {
  const { publisherId, displayName, currencyCode, reportingTimeZone, createdAt } = publisher;
  return { id: publisherId, displayName, currencyCode, reportingTimeZone, createTime: isoTime(createdAt) };
}

export function changeView({
  at,
  subject,
  requestId,
  method,
  resource,
  before,
  after,
}: AuditEntry): ChangeView {
  return {
    time: isoTime(at),
    subject,
    requestId,
    method,
    resource,
    ...(before && { before }),
    ...(after && { after }),
  };
}

import { isoTime } from '../../conventions/json-schema.ts';
import type { OutboxEntry } from '../../issuer/ports/outbox.ts';
import type { NotificationView } from './contract.ts';

export function notificationView(entry: OutboxEntry): NotificationView {
  const { subject, subjectId, attempts, nextAttemptAt, fault } = entry;
  return {
    subject,
    subjectId,
    state: nextAttemptAt === undefined ? 'failed' : 'waiting',
    createTime: isoTime(entry.createdAt),
    changeTime: isoTime(entry.changedAt),
    attempts,
    ...(fault !== undefined && { fault }),
    ...(nextAttemptAt !== undefined && { nextAttemptTime: isoTime(nextAttemptAt) }),
  };
}

import { isoTime } from '../../conventions/json-schema.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import type { OutboxEntry } from '../../issuer/ports/outbox.ts';
import { ownerIn } from '../../issuer/ports/people.ts';
import { NOTIFICATION_METHODS, type NotificationView } from '../contract/notifications/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';

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

export const listNotifications = operation(NOTIFICATION_METHODS.listNotifications, {
  needs: issuer,
  async run({ store }, { pageSize, pageToken, ...filter }) {
    const read = (page: Page) => store.read((reader) => reader.listOutbox(page, filter));
    const args = { list: 'notifications', ...filter };
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.entryId);
    const pairs = rows.map(({ subject, subjectId }) => [subject, subjectId] as const);
    const owners = await store.read((reader) => reader.ownersOf(pairs));
    const notifications = rows.map((row) => {
      const owner = ownerIn(owners, row.subject, row.subjectId);
      return { ...notificationView(row), ...(owner && { holderId: owner.holderId }) };
    });
    return { notifications, ...next };
  },
});

import { isoTime } from '../../conventions/json-schema.ts';
import type { OutboxEntry } from '../../issuer/ports/outbox.ts';
import type { Page } from '../../issuer/ports/store.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
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

export const listNotifications: AdminOperation<'listNotifications', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async ({ pageSize, pageToken, ...filter }) => {
    const read = (page: Page) => store.read((reader) => reader.listOutbox(page, filter));
    const args = { list: 'notifications', ...filter };
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.entryId);
    return { notifications: rows.map(notificationView), ...next };
  };

import { StatusError } from '../../conventions/status.ts';
import type { OutboxEntry } from '../../issuer/ports/outbox.ts';
import type { Page } from '../../issuer/ports/store.ts';
import { credentialById, proofingById } from '../found.ts';
import type { NotificationView } from '../issuer-contract.ts';
import { listPage } from '../list-page.ts';
import type { AdminOperation } from '../operation.ts';
import { isoTime } from '../views.ts';

function notificationView(entry: OutboxEntry): NotificationView {
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

export const listNotifications: AdminOperation<'listNotifications', 'store'> =
  ({ store }) =>
  async ({ pageSize, pageToken, ...filter }) => {
    const read = (page: Page) => store.read((reader) => reader.listOutbox(page, filter));
    const args = { list: 'notifications', ...filter };
    const { rows, next } = await listPage({ pageSize, pageToken }, args, read, (row) => row.entryId);
    return { notifications: rows.map(notificationView), ...next };
  };

const FOUND = { proofing: proofingById, credential: credentialById } as const;

function requireNotifying(notifies: boolean): void {
  if (notifies) return;
  const text = 'the wallet platform is told of nothing; set issuer.notifications.url';
  throw new StatusError('FAILED_PRECONDITION', 'NOTIFICATIONS_OFF', text);
}

export const replayNotification: AdminOperation<'replayNotification', 'store' | 'clock' | 'notifies'> =
  ({ store, clock, notifies }) =>
  async ({ subject, subjectId }, actor) => {
    requireNotifying(notifies);
    const at = clock();
    return store.write(async (writer) => {
      await FOUND[subject](writer, subjectId);
      await writer.noteChange({ subject, subjectId, at });
      await writer.record({ subject, subjectId, event: 'notifyAgain', actor, at });
      const entry = await writer.outboxEntry(subject, subjectId);
      if (!entry) throw new Error('what was just noted is not in the outbox');
      return notificationView(entry);
    });
  };

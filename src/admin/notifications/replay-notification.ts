import { StatusError } from '../../conventions/status.ts';
import { NOTIFICATION_METHODS } from '../contract/notifications/methods.ts';
import { credentialById } from '../credentials/credential.ts';
import { issuer, operation } from '../operation/operation.ts';
import { proofingById } from '../proofings/proofing.ts';
import { notificationView } from './list-notifications.ts';

const FOUND = { proofing: proofingById, credential: credentialById } as const;

function requireNotifying(notifies: boolean): void {
  if (notifies) return;
  const text = 'the wallet platform is not notified; set issuer.notifications.url';
  throw new StatusError('NOTIFICATIONS_OFF', text);
}

export const replayNotification = operation(NOTIFICATION_METHODS.replayNotification, {
  needs: issuer,
  async run({ store, clock, notifies }, { subject, subjectId }, actor) {
    requireNotifying(notifies);
    const at = clock();
    return store.write(async (writer) => {
      await FOUND[subject](writer, subjectId);
      await writer.noteChange({ subject, subjectId, at });
      await writer.record({ subject, subjectId, event: 'notifyAgain', actor, at });
      const entry = await writer.outboxEntry(subject, subjectId);
      if (!entry) throw new Error('a notification that was just written is not in the outbox');
      return notificationView(entry);
    });
  },
});

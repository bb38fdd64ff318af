import type { AdminRequest } from '../../api.ts';

export type NotificationKey = AdminRequest<'replayNotification'>;

/** The notification of a row key: subject and id, separated by a space. */
export function notificationOf(key: string): NotificationKey {
  const blank = key.indexOf(' ');
  return {
    subject: key.slice(0, blank) as NotificationKey['subject'],
    subjectId: key.slice(blank + 1),
  };
}

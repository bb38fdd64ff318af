import type { AdminRequest } from '../../api.ts';

export type NotificationKey = AdminRequest<'replayNotification'>;

/** The notification that a key of a row names: its subject and its id, with a blank between. */
export function notificationOf(key: string): NotificationKey {
  const blank = key.indexOf(' ');
  return {
    subject: key.slice(0, blank) as NotificationKey['subject'],
    subjectId: key.slice(blank + 1),
  };
}

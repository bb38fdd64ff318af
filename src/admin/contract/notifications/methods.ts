import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { NOTIFIED } from '../../../issuer/ports/outbox.ts';
import { eachResult, MOST_ITEMS, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

const Subject = Type.Enum([...NOTIFIED], { description: 'What changed.' });
const State = Type.Enum(['waiting', 'failed'], { description: 'Only those that wait, or were given up.' });

/** A notification that the wallet platform has not confirmed. */
export const NotificationView = Type.Object({
  subject: Subject,
  subjectId: Type.String(),
  holderId: Type.Optional(Type.String({ description: 'The holder; not in answers to replays.' })),
  state: Type.Enum(['waiting', 'failed'], { description: 'failed: no further attempts are made.' }),
  createTime: Time('Time of the first change that it was not notified of.'),
  changeTime: Time('Time of the last one.'),
  attempts: Type.Integer({ description: 'Since the last change.' }),
  fault: Type.Optional(Type.String({ description: 'What was wrong with the last attempt.' })),
  nextAttemptTime: Type.Optional(
    Time('When the next attempt is made; while one is under way, when another process makes it.'),
  ),
});
export type NotificationView = Static<typeof NotificationView>;

export const NOTIFICATION_METHODS = {
  listNotifications: {
    http: ['GET', '/admin/v1/notifications'],
    role: 'viewer',
    command: 'notifications list',
    summary: 'List notifications that the wallet platform has not confirmed yet',
    request: Type.Object(
      {
        state: Type.Optional(State),
        subject: Type.Optional(Subject),
        subjectId: Type.Optional(Id('Its id.')),
        ...page,
      },
      closed,
    ),
    response: Type.Object({ notifications: Type.Array(NotificationView), nextPageToken }),
  },
  replayNotification: {
    http: ['POST', '/admin/v1/notifications:replay'],
    role: 'operator',
    audit: ['proofing.notifyAgain', 'credential.notifyAgain'],
    command: 'notifications replay',
    summary: 'Notify the wallet platform of a status again, immediately',
    request: Type.Object({ subject: Subject, subjectId: Id('Its id.') }, closed),
    response: NotificationView,
  },
  replayNotifications: {
    http: ['POST', '/admin/v1/notifications:replayMany'],
    role: 'operator',
    noValidateOnly: 'it is a batch, of which single requests can be tried out',
    audit: ['proofing.notifyAgain', 'credential.notifyAgain'],
    command: { none: 'notifications replay --failed sends all again that were given up' },
    summary: 'Notify the wallet platform of several statuses again, with an answer for each',
    request: Type.Object(
      {
        notifications: Type.Array(Type.Object({ subject: Subject, subjectId: Id('Its id.') }, closed), {
          minItems: 1,
          maxItems: MOST_ITEMS,
        }),
      },
      closed,
    ),
    response: eachResult({
      subject: Subject,
      subjectId: Type.String(),
      notification: Type.Optional(NotificationView),
    }),
  },
} as const satisfies Record<string, AdminMethod>;

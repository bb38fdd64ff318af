import { auditEvents } from 'virtual:contract';
import { NOUNS } from '../../../../../src/admin/contract/audit-log/event-words.ts';
import { eventLabel } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import type { ListSearch } from '../../../frame/list-state.ts';
import { dayStart } from '../../../kit/day-start.ts';
import { shownZone } from '../../../kit/zone.ts';
import type { AdminRequest } from '../../api.ts';

type Request = AdminRequest<'listEvents'>;
type Subject = NonNullable<Request['subject']>;

/** Ids to filter by. */
export const IDS = ['holderId', 'subjectId', 'operatorId', 'callerId', 'requestId', 'publisherId'] as const;
export type IdFilter = (typeof IDS)[number];

export const SUBJECTS = Object.keys(auditEvents) as readonly Subject[];

/** Events of a subject; all events if there is none. */
export const eventsOf = (subject: string | undefined): readonly string[] => {
  const known: Readonly<Record<string, readonly string[]>> = auditEvents;
  return subject !== undefined && Object.hasOwn(known, subject)
    ? (known[subject] ?? [])
    : [...new Set(Object.values(known).flat())].sort();
};

const isSubject = (subject: string | undefined): subject is Subject =>
  (SUBJECTS as readonly string[]).includes(subject ?? '');

/** The filter for kinds of events in words; undefined if there is none. */
export function kindText({ subject, event }: ListSearch): string | undefined {
  if (!isSubject(subject)) return event;
  return event === undefined ? NOUNS[subject] : eventLabel(subject, event);
}

/** The request for the filters in the address, newest first. Days are those of the zone in which times are shown. */
export function eventsRequest(search: ListSearch): Request {
  const { subject, event, from, to } = search;
  const startTime = dayStart(from, shownZone());
  const endTime = dayStart(to, shownZone(), 1);
  const ids = IDS.flatMap((name) => (search[name] ? [[name, search[name]]] : []));
  return {
    orderBy: 'time desc',
    ...(isSubject(subject) && { subject }),
    ...(event && eventsOf(subject).includes(event) && { event }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
    ...Object.fromEntries(ids),
  } as Request;
}

import { auditEvents } from 'virtual:contract';
import type { ListSearch } from '../../../frame/list-state.ts';
import type { AdminRequest } from '../../api.ts';
import { dayStart } from '../../parts/day-start.ts';

type Request = AdminRequest<'listEvents'>;

/** Ids to filter by, besides that of the subject. */
export const PEOPLE = ['operatorId', 'callerId', 'requestId', 'publisherId'] as const;
export type PersonFilter = (typeof PEOPLE)[number];

export const SUBJECTS = Object.keys(auditEvents) as readonly NonNullable<Request['subject']>[];

/** Events of a subject; all events if there is none. */
export const eventsOf = (subject: string | undefined): readonly string[] => {
  const known: Readonly<Record<string, readonly string[]>> = auditEvents;
  return subject !== undefined && Object.hasOwn(known, subject)
    ? (known[subject] ?? [])
    : [...new Set(Object.values(known).flat())].sort();
};

/** Changes when the typed filters in the address change, for example after going back. */
export const typedFilters = (search: ListSearch): string =>
  ['subjectId', ...PEOPLE].map((name) => search[name] ?? '').join(' ');

/** The request for the filters in the address, newest first. The day of `to` is included. */
export function eventsRequest(search: ListSearch): Request {
  const { subject, event, subjectId, from, to } = search;
  const startTime = dayStart(from);
  const endTime = dayStart(to, 1);
  const people = PEOPLE.flatMap((name) => (search[name] ? [[name, search[name]]] : []));
  return {
    orderBy: 'time desc',
    ...(subject && (SUBJECTS as readonly string[]).includes(subject) && { subject }),
    ...(event && eventsOf(subject).includes(event) && { event }),
    ...(subjectId && { subjectId }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
    ...Object.fromEntries(people),
  } as Request;
}

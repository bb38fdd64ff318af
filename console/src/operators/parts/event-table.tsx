import { Link } from '@tanstack/react-router';
import { Empty } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import type { AdminResponse } from '../api.ts';
import { DecisionText } from './decision-text.tsx';
import { eventText } from './event-text.ts';
import { IdLink, isLinked } from './id-link.tsx';

export type EventRow = AdminResponse<'listEvents'>['events'][number];

interface Names {
  readonly operatorName?: string;
  readonly approverName?: string;
  readonly callerName?: string;
}

/** Who made the change, by name if the server gives one. */
export function useActor() {
  const { parts: words } = useMessages();
  return (event: EventRow & Names): string => {
    const own = event.operatorId === 'operator' ? words.adminToken : event.operatorId;
    const name = event.operatorName ?? own ?? event.callerName ?? event.callerId ?? words.actors[event.actor];
    const approver = event.approverName ?? event.approverId;
    return approver === undefined ? name : words.bySecond(name, approver);
  };
}

interface EventTableProps {
  readonly events: readonly EventRow[];
  /** Adds a column for the subject, for lists about several subjects. */
  readonly withSubject?: boolean;
}

export function EventTable({ events, withSubject }: EventTableProps) {
  const { parts: words } = useMessages();
  const actor = useActor();
  const columns: readonly Column<EventRow>[] = [
    { key: 'time', head: words.eventColumns.time, cell: ({ time }) => <Time at={time} /> },
    {
      key: 'event',
      head: words.eventColumns.event,
      cell: (event) => (
        <span>
          {eventText(event)}
          {withSubject && (
            <>
              {' '}
              {isLinked(event.subject) ? <IdLink to={event.subject} id={event.subjectId} /> : event.subjectId}
            </>
          )}
        </span>
      ),
    },
    {
      key: 'states',
      head: words.eventColumns.states,
      cell: ({ from, to }) => (from === to || from === undefined ? (to ?? '–') : `${from} → ${to}`),
    },
    {
      key: 'by',
      head: words.eventColumns.by,
      cell: (event) => (
        <div>
          <div>{actor(event)}</div>
          {event.requestId && (
            <Link to="/explain" search={{ id: event.requestId } as never} className="small">
              {words.explainRequest}
            </Link>
          )}
        </div>
      ),
    },
    {
      key: 'reason',
      head: words.eventColumns.reason,
      cell: (event) => <DecisionText decided={event} />,
    },
  ];
  if (events.length === 0) return <Empty title={words.noEvents} />;
  return <Table caption={words.events} columns={columns} rows={events} rowKey={({ id }) => id} />;
}

import { Link } from '../../frame/navigation.tsx';
import { Loaded } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { type AdminRequest, useAdmin } from '../api.ts';
import { EventList } from './events/event-list.tsx';
import { logRows } from './events/log-rows.ts';

const SHOWN = 50;

interface SubjectEventsProps {
  readonly subject: AdminRequest<'listEvents'>['subject'];
  readonly id: string;
}

/** The newest audit log entries about one subject, read once for all that show them. */
export const useSubjectEvents = ({ subject, id }: SubjectEventsProps) =>
  useAdmin('listEvents', {
    ...(subject && { subject }),
    subjectId: id,
    orderBy: 'time desc',
    pageSize: SHOWN,
  });

export function SubjectEvents({ subject, id }: SubjectEventsProps) {
  const { parts: words } = useMessages();
  const query = useSubjectEvents({ subject, id });
  return (
    <Loaded query={query}>
      {({ events, nextPageToken }) => (
        <div className="stack">
          <EventList rows={logRows(events)} />
          {nextPageToken !== undefined && (
            <p className="small">
              {words.newestEvents(events.length)}{' '}
              <Link to="/audit-log" search={{ subject, subjectId: id }}>
                {words.allEvents}
              </Link>
            </p>
          )}
        </div>
      )}
    </Loaded>
  );
}

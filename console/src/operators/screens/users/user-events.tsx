import { Link } from '../../../frame/navigation.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { EventList } from '../../parts/events/event-list.tsx';
import { logRows } from '../../parts/events/log-rows.ts';
import { newestOf } from './newest-of.ts';

/** Rows that are shown, and entries that are read for them: equal ones become one row. */
const SHOWN = 10;
const READ = 50;

/** Entries of the ends of sessions that are read: the log finds them by session, not by user. */
const ENDS = 100;

/**
 * The newest entries about a user and the user's sessions, and of what the user did: with a role, and without one, such as signing in
 * and out.
 */
export function UserEvents({ id }: { readonly id: string }) {
  const { users: words } = useMessages();
  const newest = { orderBy: 'time desc', pageSize: READ } as const;
  const about = useAdmin('listEvents', { subject: 'user', subjectId: id, ...newest });
  const own = useAdmin('listEvents', { callerId: id, ...newest });
  const work = useAdmin('listEvents', { operatorId: id, ...newest });
  const ends = useAdmin('listEvents', {
    subject: 'consoleSession',
    event: 'end',
    orderBy: 'time desc',
    pageSize: ENDS,
  });
  const ofUser = ends.data?.events.filter(({ details }) => details?.before?.user === id) ?? [];
  const lists = [...[about, own, work].map(({ data }) => data?.events ?? []), ofUser];
  return (
    <Loaded query={about} also={[own, work, ends]}>
      {() => (
        <div className="stack">
          <EventList rows={logRows(newestOf(lists, READ)).slice(0, SHOWN)} />
          <p className="small">
            {words.inLog}{' '}
            <Link to="/audit-log" search={{ subject: 'user', subjectId: id }}>
              {words.aboutUser}
            </Link>
            {' · '}
            <Link to="/audit-log" search={{ callerId: id }}>
              {words.byUser}
            </Link>
            {' · '}
            <Link to="/audit-log" search={{ operatorId: id }}>
              {words.asOperator}
            </Link>
          </p>
        </div>
      )}
    </Loaded>
  );
}

import { Link } from '../../../frame/navigation.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { EventList } from '../../parts/events/event-list.tsx';
import { logRows } from '../../parts/events/log-rows.ts';
import { newestOf } from './newest-of.ts';

const SHOWN = 25;

/** The newest entries about a user, and of what the user did without a role, such as signing in and out. */
export function UserEvents({ id }: { readonly id: string }) {
  const { users: words } = useMessages();
  const newest = { orderBy: 'time desc', pageSize: SHOWN } as const;
  const about = useAdmin('listEvents', { subject: 'user', subjectId: id, ...newest });
  const own = useAdmin('listEvents', { callerId: id, ...newest });
  return (
    <Loaded query={about} also={[own]}>
      {({ events }) => (
        <div className="stack">
          <EventList rows={logRows(newestOf([events, own.data?.events ?? []], SHOWN))} />
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

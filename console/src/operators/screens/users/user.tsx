import { Link, useParams } from '@tanstack/react-router';
import { Page } from '../../../frame/page.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Denied, Loaded } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useAdmin, useMayCall } from '../../api.ts';
import { SubjectEvents } from '../../parts/subject-events.tsx';
import { UserActions } from './user-actions.tsx';
import { LastSignIn, UserSessions } from './user-sessions.tsx';
import { UserState } from './users.tsx';

export function User() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { users: words } = useMessages();
  const mayCall = useMayCall();
  if (mayCall('getUser')) return <Opened key={id} id={id} />;
  return (
    <Page title={words.details}>
      <Denied role={roleFor('getUser')} />
    </Page>
  );
}

function Opened({ id }: { readonly id: string }) {
  const { users: words } = useMessages();
  const query = useAdmin('getUser', { user: id });
  return (
    <Page title={query.data?.email ?? words.details} actions={<Link to="/users">{words.back}</Link>}>
      <Loaded query={query}>
        {(user) => (
          <>
            <div className="box">
              <Facts
                facts={[
                  [words.id, <Id key="id" value={user.id} />],
                  [words.columns.state, <UserState key="state" state={user.state} />],
                  [words.columns.role, user.role ?? words.noRole],
                  user.mustChangePassword && [words.password, words.mustChange],
                  [words.columns.publishers, user.publishers.join(', ') || '–'],
                  [words.lastSignIn, <LastSignIn key="signIn" user={user.id} />],
                  [words.created, <Time key="created" at={user.createTime} />],
                  [words.columns.changed, <Time key="changed" at={user.updateTime} />],
                ]}
              />
            </div>
            <UserActions key={user.updateTime} user={user} />
            <UserSessions user={user.id} />
            <h2>{words.events}</h2>
            <SubjectEvents subject="user" id={user.id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

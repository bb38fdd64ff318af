import { useState } from 'react';
import { emailName } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Denied, Loaded } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, roleFor, useAdmin, useIsHere, useMayCall } from '../../api.ts';
import { usePublisherNames } from '../../parts/publisher-names.ts';
import { useHeading } from '../../parts/worded/columns.tsx';
import { Invited } from './invited.tsx';
import { UserActions } from './user-actions.tsx';
import { UserEvents } from './user-events.tsx';
import { UserPasskeys } from './user-passkeys.tsx';
import { UserSessions } from './user-sessions.tsx';
import { SecondFactor, UserState, useNoRoleText } from './users.tsx';

export function User() {
  const id = useAddressPart('id');
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
  const heading = useHeading('listUsers');
  const query = useAdmin('getUser', { user: id });
  const email = query.data?.email;
  const name = email && emailName(email);
  const publisherName = usePublisherNames();
  const hasMediation = useIsHere()({ panel: 'mediation' });
  const noRole = useNoRoleText();
  const [invited, setInvited] = useState<AdminResponse<'inviteUserAgain'>>();
  return (
    <Page
      title={name || words.details}
      // While the user is read, the line is there already.
      lead={email === undefined ? '\u00a0' : name !== email && email}
      back={<Link to="/users">{words.back}</Link>}
      actions={
        query.data && (
          <UserActions key={query.data.updateTime} user={query.data} place="user" onInvited={setInvited} />
        )
      }
    >
      <Loaded query={query}>
        {(user) => (
          <>
            <div className="box">
              <Facts
                facts={[
                  [words.id, <Id key="id" value={user.id} />],
                  [heading('state'), <UserState key="state" {...user} />],
                  [
                    heading('role'),
                    user.role === undefined
                      ? words.roleIn(words.noRole, noRole)
                      : words.roleIn(user.role, words.roles[user.role]),
                  ],
                  user.invitedUntilTime !== undefined && [
                    heading('invitedUntilTime'),
                    <Time key="invited" at={user.invitedUntilTime} isRelative />,
                  ],
                  hasMediation && [
                    heading('publishers'),
                    user.publishers.map(publisherName).join(', ') || '–',
                  ],
                  [
                    heading('lastSeenTime'),
                    user.lastSeenTime === undefined ? (
                      words.never
                    ) : (
                      <Time key="seen" at={user.lastSeenTime} isRelative />
                    ),
                  ],
                  [heading('passkeys'), <SecondFactor key="factor" {...user} />],
                  [words.created, <Time key="created" at={user.createTime} />],
                  [heading('updateTime'), <Time key="changed" at={user.updateTime} />],
                ]}
              />
            </div>
            <UserPasskeys user={user} onInvited={setInvited} />
            <UserSessions user={user} />
            <h2>{words.events}</h2>
            <UserEvents id={user.id} />
          </>
        )}
      </Loaded>
      {invited && <Invited invited={invited} onClose={() => setInvited(undefined)} />}
    </Page>
  );
}

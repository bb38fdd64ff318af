import { useState } from 'react';
import { emailName } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { isInvited } from '../../../../../src/admin/contract/explained/invited.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Denied, Empty } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, roleFor, useAdmin, useIsHere, useMayCall } from '../../api.ts';
import { usePublisherNames } from '../../parts/publisher-names.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { Invited } from './invited.tsx';

type Row = AdminResponse<'listUsers'>['users'][number];

export function Users() {
  const { users: words } = useMessages();
  const mayCall = useMayCall();
  if (mayCall('listUsers')) return <UserList />;
  return (
    <Page title={words.title}>
      <Denied role={roleFor('listUsers')} />
    </Page>
  );
}

function UserList() {
  const { users: words, parts } = useMessages();
  const [isInviting, setInviting] = useState(false);
  useRequestedDialog(['invite'], () => setInviting(true));
  const [invited, setInvited] = useState<AdminResponse<'inviteUser'>>();
  const list = useListState();
  const hasMediation = useIsHere()({ panel: 'mediation' });
  const publisherName = usePublisherNames();
  /** What the invited person will not see. */
  const seesText = (isWithoutRole: boolean, isWithoutPublishers: boolean): string | undefined => {
    if (isWithoutRole) return isWithoutPublishers || !hasMediation ? words.seesNothing : undefined;
    return isWithoutPublishers ? words.seesNoMediation : undefined;
  };
  const query = useAdmin('listUsers', list.page);
  return (
    <Page
      title={words.title}
      lead={hasMediation ? words.lead : words.leadWithoutMediation}
      actions={
        <Button kind="main" onClick={() => setInviting(true)}>
          {words.invite}
        </Button>
      }
    >
      <WordedList
        method="listUsers"
        query={query}
        list={list}
        caption={words.caption}
        without={[
          'id',
          'email',
          'invitedUntilTime',
          'updateTime',
          ...(hasMediation ? [] : (['publishers'] as const)),
        ]}
        first={[{ key: 'person', head: parts.person, isTitle: true, cell: (user) => <Named {...user} /> }]}
        cells={{
          state: (user) => <UserState {...user} />,
          publishers: ({ publishers }) => publishers.map(publisherName).join(', ') || '–',
          role: ({ role }) => <Role role={role} />,
          lastSeenTime: ({ lastSeenTime }) =>
            lastSeenTime === undefined ? words.never : <Time at={lastSeenTime} isRelative />,
          passkeys: (user) => <SecondFactor {...user} />,
        }}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {isInviting && (
        <WordedDialog
          method="inviteUser"
          result={({ role = '', publishers = [] }) =>
            role === '' ? undefined : seesText(role === 'none', hasMediation && String(publishers) === '')
          }
          onDone={setInvited}
          onClose={() => setInviting(false)}
        />
      )}
      {invited && <Invited invited={invited} onClose={() => setInvited(undefined)} />}
    </Page>
  );
}

/** The name of a user, and below it the email address that it is from. */
function Named({ id, email }: Pick<Row, 'id' | 'email'>) {
  const name = emailName(email);
  return (
    <span className="lines">
      <Link to="/users/$id" params={{ id }}>
        {name}
      </Link>
      {name !== email && <span className="soft small">{email}</span>}
    </span>
  );
}

/** What a user without a role may use. */
export function useNoRoleText(): string {
  const { users: words } = useMessages();
  return useIsHere()({ panel: 'mediation' }) ? words.noRoleText : words.noRoleWithoutMediation;
}

/** The role, and below it what it allows. */
function Role({ role }: { readonly role: Row['role'] | undefined }) {
  const { users: words } = useMessages();
  const noRole = useNoRoleText();
  return (
    <span className="lines">
      {upperFirst(role ?? words.noRole)}
      <span className="soft small">{role === undefined ? noRole : words.roles[role]}</span>
    </span>
  );
}

type StateProps = Pick<Row, 'state' | 'invitedUntilTime' | 'mustChangePassword'>;

/** The state, or what is left to do before the user can sign in. */
export function UserState(user: StateProps) {
  const { state, mustChangePassword } = user;
  const { users: words } = useMessages();
  if (isInvited(user)) return <Badge tone={toneOf('invited')}>{words.invited}</Badge>;
  if (state === 'active' && mustChangePassword) return <Badge tone="care">{words.mustChange}</Badge>;
  return <Badge tone={toneOf(state)}>{words.states[state]}</Badge>;
}

/** How a user proves who they are, beside the password. */
export function SecondFactor({
  passkeys = 0,
  organisation,
  invitedUntilTime,
}: Pick<Row, 'passkeys' | 'organisation' | 'invitedUntilTime'>) {
  const { users: words, common } = useMessages();
  if (organisation) return words.byOrganisation;
  if (passkeys === 0 && invitedUntilTime !== undefined) return '–';
  if (passkeys === 0) return <Badge tone="care">{common.none}</Badge>;
  return <Badge tone="good">{words.passkeys(passkeys)}</Badge>;
}

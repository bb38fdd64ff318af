import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Denied, Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, roleFor, useAdmin, useMayCall } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';

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
  const { users: words } = useMessages();
  const [isCreating, setCreating] = useState(false);
  const list = useListState();
  const query = useAdmin('listUsers', list.page);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Button kind="main" onClick={() => setCreating(true)}>
          {words.create}
        </Button>
      }
    >
      <WordedList
        method="listUsers"
        query={query}
        list={list}
        caption={words.caption}
        without={['id']}
        cells={{
          email: ({ id, email }) => (
            <Link to="/users/$id" params={{ id } as never}>
              {email}
            </Link>
          ),
          state: ({ state }) => <UserState state={state} />,
          role: ({ role }) => role ?? words.noRole,
        }}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {isCreating && <WordedDialog method="createUser" onClose={() => setCreating(false)} />}
    </Page>
  );
}

export function UserState({ state }: { readonly state: Row['state'] }) {
  const { users: words } = useMessages();
  return <Badge tone={state === 'active' ? 'good' : 'warn'}>{words.states[state]}</Badge>;
}

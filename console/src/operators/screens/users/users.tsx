import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Denied, Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, roleFor, useAdmin, useMayCall } from '../../api.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { CreateUser } from './create-user.tsx';

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
  const heads = words.columns;
  const columns: readonly Column<Row>[] = [
    {
      key: 'email',
      head: heads.email,
      cell: ({ id, email }) => (
        <Link to="/users/$id" params={{ id } as never}>
          {email}
        </Link>
      ),
    },
    { key: 'role', head: heads.role, cell: ({ role }) => role ?? words.noRole },
    { key: 'state', head: heads.state, cell: ({ state }) => <UserState state={state} /> },
    {
      key: 'publishers',
      head: heads.publishers,
      isNumber: true,
      cell: ({ publishers }) => publishers.length,
    },
    { key: 'changed', head: heads.changed, cell: ({ updateTime }) => <Time at={updateTime} /> },
  ];
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
      <ListBody
        query={query}
        list={list}
        rowsOf={({ users }) => users}
        caption={words.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
    </Page>
  );
}

export function UserState({ state }: { readonly state: Row['state'] }) {
  const { users: words } = useMessages();
  return <Badge tone={state === 'active' ? 'good' : 'warn'}>{words.states[state]}</Badge>;
}

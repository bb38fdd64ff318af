import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { CreateClient } from './create-client.tsx';
import { IssueToken } from './issue-token.tsx';

type Row = AdminResponse<'listOAuthClients'>['clients'][number];

export function Clients() {
  const { clients: words } = useMessages();
  const may = useMayCall();
  const [opened, setOpened] = useState<'client' | 'token'>();
  const list = useListState();
  const query = useAdmin('listOAuthClients', {
    pageSize: list.pageSize,
    ...(list.pageToken && { pageToken: list.pageToken }),
  });
  const heads = words.columns;
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      head: heads.name,
      cell: ({ id, name }) => (
        <Link to="/clients/$id" params={{ id } as never}>
          {name}
        </Link>
      ),
    },
    { key: 'kind', head: heads.kind, cell: ({ kind }) => words.kinds[kind] },
    {
      key: 'secret',
      head: heads.secret,
      cell: (client) => (client.public ? words.isPublic : words.hasSecret),
    },
    {
      key: 'access',
      head: heads.access,
      cell: ({ kind, publishers }) => (kind === 'machine' ? words.acts(publishers.length) : words.users),
    },
    { key: 'changed', head: heads.changed, cell: ({ updateTime }) => <Time at={updateTime} /> },
  ];
  const close = () => setOpened(undefined);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {may('issueToken') && <Button onClick={() => setOpened('token')}>{words.token}</Button>}
          {may('createOAuthClient') && (
            <Button kind="main" onClick={() => setOpened('client')}>
              {words.create}
            </Button>
          )}
        </>
      }
    >
      <ListBody
        query={query}
        list={list}
        rowsOf={({ clients }) => clients}
        caption={words.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {opened === 'client' && <CreateClient onClose={close} />}
      {opened === 'token' && <IssueToken onClose={close} />}
    </Page>
  );
}

import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { CreateClient } from './create-client.tsx';
import { IssueToken } from './issue-token.tsx';

type Row = AdminResponse<'listOAuthClients'>['clients'][number];

export function Clients() {
  const { clients: words } = useMessages();
  const may = useMayCall();
  const [opened, setOpened] = useState<'client' | 'token'>();
  useRequestedDialog(['client', 'token'], setOpened);
  const list = useListState();
  const query = useAdmin('listOAuthClients', list.page);
  const access: Column<Row> = {
    key: 'access',
    head: words.access,
    cell: ({ kind, publishers }) => (kind === 'machine' ? words.acts(publishers.length) : words.users),
  };
  const close = () => setOpened(undefined);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {may('createOAuthClient') && (
            <Button kind="main" onClick={() => setOpened('client')}>
              {words.new}
            </Button>
          )}
          {may('issueToken') && <Button onClick={() => setOpened('token')}>{words.token}</Button>}
        </>
      }
    >
      <WordedList
        method="listOAuthClients"
        name="name"
        query={query}
        list={list}
        caption={words.caption}
        without={['id', 'redirectUris']}
        cells={{
          name: ({ id, name }) => (
            <Link to="/clients/$id" params={{ id }}>
              {name}
            </Link>
          ),
          kind: ({ kind }) => words.kindChoices[kind],
        }}
        more={[access]}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {opened === 'client' && <CreateClient onClose={close} />}
      {opened === 'token' && <IssueToken onClose={close} />}
    </Page>
  );
}

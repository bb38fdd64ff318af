import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Button } from '../../../kit/button.tsx';
import { Id } from '../../../kit/id.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { CreatePublisher } from './create-publisher.tsx';

type Row = AdminResponse<'listPublishers'>['publishers'][number];

/** Publisher accounts; their changes are in the audit log. */
export function Accounts() {
  const { publishers: words } = useMessages();
  const may = useMayCall();
  const [isCreating, setCreating] = useState(false);
  const list = useListState();
  const query = useAdmin('listPublishers', {
    pageSize: list.pageSize,
    ...(list.pageToken && { pageToken: list.pageToken }),
  });
  const heads = words.columns;
  const columns: readonly Column<Row>[] = [
    { key: 'name', head: heads.name, cell: ({ displayName }) => displayName },
    { key: 'id', head: heads.id, cell: ({ id }) => <Id value={id} isWhole /> },
    { key: 'currency', head: heads.currency, cell: ({ currencyCode }) => currencyCode },
    { key: 'zone', head: heads.zone, cell: ({ reportingTimeZone }) => reportingTimeZone },
    { key: 'created', head: heads.created, cell: ({ createTime }) => <Time at={createTime} /> },
    {
      key: 'changes',
      head: heads.changes,
      cell: ({ id, displayName }) => (
        <Link to="/audit-log" search={{ publisherId: id } as never} aria-label={words.changesOf(displayName)}>
          {words.changes}
        </Link>
      ),
    },
  ];
  return (
    <>
      {may('createPublisher') && (
        <div className="actions">
          <Button kind="main" onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        </div>
      )}
      <ListBody
        query={query}
        list={list}
        rowsOf={({ publishers }) => publishers}
        caption={words.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
      {isCreating && <CreatePublisher onClose={() => setCreating(false)} />}
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { useListState } from '../../frame/list-state.ts';
import { Page } from '../../frame/page.tsx';
import { Badge } from '../../kit/badge.tsx';
import { Id } from '../../kit/id.tsx';
import { Pager } from '../../kit/pager.tsx';
import { Empty, Loaded } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../api.ts';

type Row = AdminResponse<'listProofings'>['proofings'][number];

export function Reviews() {
  const { reviews: words } = useMessages();
  const list = useListState();
  const query = useAdmin(
    'listProofings',
    {
      state: 'pending',
      orderBy: 'deadlineTime',
      pageSize: list.pageSize,
      ...(list.pageToken && { pageToken: list.pageToken }),
    },
    { every: 10_000 },
  );
  const columns: readonly Column<Row>[] = [
    { key: 'age', head: words.columns.age, cell: (row) => <Time at={row.createTime} isRelative /> },
    {
      key: 'deadline',
      head: words.columns.deadline,
      cell: (row) => row.deadlineTime && <Time at={row.deadlineTime} isRelative />,
    },
    { key: 'holder', head: words.columns.holder, cell: (row) => row.holderId && <Id value={row.holderId} /> },
    { key: 'state', head: words.columns.state, cell: (row) => <Badge tone="care">{row.state}</Badge> },
    { key: 'device', head: words.columns.device, cell: (row) => <Id value={row.deviceReferenceId} /> },
  ];
  return (
    <Page title={words.title} lead={words.lead} actions={<Link to="/">{words.openNext}</Link>}>
      <Loaded query={query}>
        {({ proofings, nextPageToken }) =>
          proofings.length === 0 ? (
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          ) : (
            <>
              <Table caption={words.caption} columns={columns} rows={proofings} rowKey={({ id }) => id} />
              <Pager {...list.pager(nextPageToken)} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

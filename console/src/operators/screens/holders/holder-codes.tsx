import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Id } from '../../../kit/id.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { RevokeCode } from './revoke-code.tsx';

type Row = AdminResponse<'listCodes'>['codes'][number];

export function HolderCodes({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const may = useMayCall();
  const query = useAdmin('listCodes', { holderId: id, orderBy: 'createTime desc' });
  const [revoked, setRevoked] = useState<string>();
  const heads = words.codeColumns;
  const columns: readonly Column<Row>[] = [
    { key: 'id', head: heads.id, cell: (row) => <Id value={row.id} /> },
    { key: 'state', head: heads.state, cell: (row) => <StateBadge of="code" state={row.state} /> },
    { key: 'created', head: heads.created, cell: (row) => <Time at={row.createTime} /> },
    { key: 'ends', head: heads.ends, cell: (row) => <Time at={row.expireTime} /> },
    {
      key: 'proofing',
      head: heads.proofing,
      cell: (row) => (row.proofingId === undefined ? '–' : <IdLink to="proofing" id={row.proofingId} />),
    },
    {
      key: 'action',
      head: heads.action,
      cell: (row) =>
        row.state === 'open' &&
        may('revokeCode') && (
          <Button kind="quiet" onClick={() => setRevoked(row.id)}>
            {words.revokeCode}
          </Button>
        ),
    },
  ];
  return (
    <Loaded query={query}>
      {({ codes }) => (
        <>
          {codes.length === 0 ? (
            <p className="soft">{words.noCodes}</p>
          ) : (
            <Table caption={words.tabs.codes} columns={columns} rows={codes} rowKey={(one) => one.id} />
          )}
          {revoked !== undefined && <RevokeCode id={revoked} onClose={() => setRevoked(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

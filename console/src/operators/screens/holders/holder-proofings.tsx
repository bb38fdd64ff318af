import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { ProofingState } from '../../proofing-state.tsx';

type Row = AdminResponse<'listProofings'>['proofings'][number];

export function HolderProofings({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const query = useAdmin('listProofings', { holderId: id, orderBy: 'createTime desc' });
  const heads = words.proofingColumns;
  const columns: readonly Column<Row>[] = [
    { key: 'id', head: heads.id, cell: (row) => <IdLink to="proofing" id={row.id} /> },
    { key: 'state', head: heads.state, cell: (row) => <ProofingState state={row.state} /> },
    {
      key: 'device',
      head: heads.device,
      cell: (row) => <IdLink to="device" id={row.deviceReferenceId} />,
    },
    { key: 'created', head: heads.created, cell: (row) => <Time at={row.createTime} /> },
    {
      key: 'decided',
      head: heads.decided,
      cell: (row) => (row.decideTime === undefined ? '–' : <Time at={row.decideTime} />),
    },
  ];
  return (
    <Loaded query={query}>
      {({ proofings }) =>
        proofings.length === 0 ? (
          <p className="soft">{words.noProofings}</p>
        ) : (
          <Table caption={words.tabs.proofings} columns={columns} rows={proofings} rowKey={(one) => one.id} />
        )
      }
    </Loaded>
  );
}

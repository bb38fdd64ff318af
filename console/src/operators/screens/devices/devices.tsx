import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { IdSearch } from '../../parts/id-search.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { useLevelWord } from './level.ts';

type Row = AdminResponse<'listDevices'>['devices'][number];

export function Devices() {
  const { devices: words } = useMessages();
  const list = useListState();
  const level = useLevelWord();
  const query = useAdmin('listDevices', list.page);
  const heads = words.columns;
  const columns: readonly Column<Row>[] = [
    { key: 'id', head: heads.id, cell: ({ id }) => <IdLink to="device" id={id} /> },
    { key: 'state', head: heads.state, cell: ({ state }) => <StateBadge of="device" state={state} /> },
    {
      key: 'registered',
      head: heads.registered,
      cell: ({ registerTime }) => (registerTime === undefined ? '–' : <Time at={registerTime} />),
    },
    { key: 'level', head: heads.level, cell: (row) => level(row.securityLevel) },
    {
      key: 'credential',
      head: heads.credential,
      cell: ({ liveCredentialId: id }) => (id === undefined ? '–' : <IdLink to="credential" id={id} />),
    },
  ];
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <ExportButton
          method="listDevices"
          request={{}}
          rowsOf={(answer) => answer.devices}
          file="devices.csv"
          columns={['id', 'state', 'registerTime', 'securityLevel', 'liveCredentialId']}
        />
      }
    >
      <IdSearch of="device" />
      <ListBody
        query={query}
        list={list}
        rowsOf={(answer) => answer.devices}
        caption={words.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
    </Page>
  );
}

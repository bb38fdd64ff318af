import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { IdSearch } from '../../parts/id-search.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { useLevelWord } from './level.ts';
import { SilentDevices } from './silent-devices.tsx';

type Row = AdminResponse<'listDevices'>['devices'][number];

function AllDevices() {
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
    <>
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
    </>
  );
}

/** The list of devices, and that of silent ones. */
export function Devices() {
  const { devices: words } = useMessages();
  const list = useListState();
  const isSilent = list.filters.tab === 'silent';
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        isSilent ? (
          <ExportButton
            method="listSilentDevices"
            request={{}}
            rowsOf={(answer) => answer.devices}
            file="silent-devices.csv"
            columns={['id', 'credentialId', 'holderId', 'lastTime', 'silentDays']}
          />
        ) : (
          <ExportButton
            method="listDevices"
            request={{}}
            rowsOf={(answer) => answer.devices}
            file="devices.csv"
            columns={['id', 'state', 'registerTime', 'securityLevel', 'liveCredentialId']}
          />
        )
      }
    >
      <Tabs
        label={words.title}
        selected={isSilent ? 'silent' : 'all'}
        onSelect={(tab) => list.set({ tab: tab === 'all' ? undefined : tab })}
        tabs={[
          { key: 'all', title: words.tabs.all, content: () => <AllDevices /> },
          { key: 'silent', title: words.tabs.silent, content: () => <SilentDevices /> },
        ]}
      />
    </Page>
  );
}

import { ListFilters } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Empty } from '../../../kit/states.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { PLACES } from '../../parts/id-link.tsx';
import { usePersonFilter } from '../../parts/people/person-filter.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { useDevicesOf } from './devices-of.ts';
import { useLevelWord } from './level.ts';
import { SilentDevices } from './silent-devices.tsx';

function AllDevices() {
  const { devices: words } = useMessages();
  const list = useListState();
  const level = useLevelWord();
  const { holderId } = list.filters;
  const all = useAdmin('listDevices', list.page, { enabled: holderId === undefined });
  const own = useDevicesOf(holderId);
  const query = holderId === undefined ? all : own;
  return (
    <ListFilters list={list} search={usePersonFilter({ list, ids: ['holderId'], of: 'device' })}>
      <WordedList
        method="listDevices"
        query={query}
        list={list}
        caption={words.caption}
        cells={{
          securityLevel: ({ securityLevel }) => level(securityLevel),
          liveCredentialId: ({ liveCredentialId: id }) =>
            id === undefined ? (
              <span className="soft">{words.none}</span>
            ) : (
              <Link to={PLACES.credential} params={{ id }} title={id}>
                {words.live}
              </Link>
            ),
        }}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
    </ListFilters>
  );
}

/** The list of devices, and that of silent ones. */
export function Devices() {
  const { devices: words } = useMessages();
  const list = useListState();
  const isSilent = list.filters.tab === 'silent';
  const isAll = !isSilent && list.filters.holderId === undefined;
  const all = useAdmin('listDevices', list.page, { enabled: isAll });
  const silent = useAdmin('listSilentDevices', list.page, { enabled: isSilent });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        isSilent ? (
          <ExportButton
            method="listSilentDevices"
            shown={silent.data}
            request={{}}
            rowsOf={(answer) => answer.devices}
            file="silent-devices.csv"
            columns={['id', 'credentialId', 'holderId', 'lastTime', 'silentDays']}
          />
        ) : (
          isAll && (
            <ExportButton
              method="listDevices"
              shown={all.data}
              request={{}}
              rowsOf={(answer) => answer.devices}
              file="devices.csv"
              columns={['id', 'state', 'registerTime', 'securityLevel', 'liveCredentialId', 'holderId']}
            />
          )
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

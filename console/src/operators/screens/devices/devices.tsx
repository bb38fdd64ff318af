import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import { type ListSearch, useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Empty } from '../../../kit/states.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdmin } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { usePersonFilter } from '../../parts/people/person-filter.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { useDevicesOf } from './devices-of.ts';
import { useLevelWord } from './level.ts';
import { SilentDevices } from './silent-devices.tsx';

type State = NonNullable<AdminRequest<'listDevices'>['state']>;

/** The request for the filters in the address. */
function deviceRequest({ state }: ListSearch, states: Readonly<Record<State, string>>) {
  const isState = (text: string): text is State => Object.hasOwn(states, text);
  return { orderBy: 'registerTime desc', ...(state && isState(state) && { state }) } as const;
}

function AllDevices() {
  const { devices: words, parts } = useMessages();
  const heading = useHeading('listDevices');
  const list = useListState();
  const level = useLevelWord();
  const { holderId } = list.filters;
  const request = deviceRequest(list.filters, parts.states.device);
  const all = useAdmin('listDevices', { ...request, ...list.page }, { enabled: holderId === undefined });
  const own = useDevicesOf(holderId, request.state);
  const query = holderId === undefined ? all : own;
  return (
    <ListFilters
      list={list}
      search={usePersonFilter({ list, ids: ['holderId'], of: 'device' })}
      filters={[
        choiceFilter(list, 'state', {
          label: heading('state'),
          words: Object.entries(parts.states.device),
        }),
      ]}
    >
      <WordedList
        method="listDevices"
        query={query}
        list={list}
        caption={words.caption}
        cells={{ securityLevel: ({ securityLevel }) => level(securityLevel) }}
        empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      />
    </ListFilters>
  );
}

/** The list of devices, and that of silent ones. */
export function Devices() {
  const { devices: words, parts } = useMessages();
  const list = useListState();
  const isSilent = list.filters.tab === 'silent';
  const isAll = !isSilent && list.filters.holderId === undefined;
  const request = deviceRequest(list.filters, parts.states.device);
  const all = useAdmin('listDevices', { ...request, ...list.page }, { enabled: isAll });
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
              request={request}
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

import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdmin, useMayCall } from '../../api.ts';
import { ANY_STATE } from '../../parts/any-state.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { type ApprovalRow, ApprovalState, Asker, Operator, useTitle } from './approval-parts.tsx';

type State = NonNullable<AdminRequest<'listApprovals'>['state']>;

/** Names the setting that makes requests wait, with its value. */
function NothingWaits() {
  const { approvals: words } = useMessages();
  const may = useMayCall();
  const { data } = useAdmin('getSettings', {}, { enabled: may('getSettings') });
  const value = data?.settings.find(({ name }) => name === 'admin.secondPerson')?.value;
  const named = Array.isArray(value) ? value.map(String) : undefined;
  return (
    <Empty title={words.emptyTitle}>
      {named === undefined
        ? words.emptyUnknown
        : named.length === 0
          ? words.emptyOff
          : words.emptySetting(named.join(', '))}
    </Empty>
  );
}

function Title({ approval }: { readonly approval: ApprovalRow }) {
  return (
    <Link to="/approvals/$id" params={{ id: approval.id }}>
      {useTitle(approval)}
    </Link>
  );
}

export function Approvals() {
  const { approvals: words } = useMessages();
  const list = useListState();
  const { state = 'awaited' } = list.filters;
  const query = useAdmin(
    'listApprovals',
    {
      ...(state !== ANY_STATE && { state: state as State }),
      orderBy: state === 'awaited' ? 'createTime' : 'createTime desc',
      ...list.page,
    },
    { every: 15_000 },
  );
  return (
    <Page title={words.title} lead={words.lead}>
      <ListFilters
        list={list}
        filters={[
          choiceFilter(list, 'state', {
            label: words.state,
            words: Object.entries(words.states),
            usual: 'awaited',
            any: ANY_STATE,
          }),
        ]}
      >
        <WordedList
          method="listApprovals"
          name="method"
          query={query}
          list={list}
          caption={words.caption}
          without={state === 'awaited' ? ['id', 'decidedBy'] : ['id', 'expireTime']}
          cells={{
            state: (row) => <ApprovalState state={row.state} />,
            method: (row) => <Title approval={row} />,
            requestedBy: (row) => <Asker approval={row} />,
            decidedBy: (row) =>
              row.decidedBy === undefined ? '–' : <Operator id={row.decidedBy} name={row.decidedByName} />,
          }}
          empty={<NothingWaits />}
        />
      </ListFilters>
    </Page>
  );
}

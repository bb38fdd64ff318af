import { choiceFilter, ListFilters } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { useSession } from '../../../frame/session.tsx';
import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdmin, useMayCall } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { HOLDER_COLUMNS } from './cells.tsx';
import { HolderSearch } from './holder-search.tsx';
import { useImportJob } from './import/store.ts';
import { NoHolders } from './no-holders.tsx';

const ORDERS = { newest: 'createTime desc', oldest: 'createTime', id: undefined } as const;
type Order = keyof typeof ORDERS;

const isOrder = (order: string | undefined): order is Order =>
  order !== undefined && Object.hasOwn(ORDERS, order);

export function Holders() {
  const { holders: words } = useMessages();
  const may = useMayCall();
  const list = useListState();
  const order = isOrder(list.filters.order) ? list.filters.order : 'newest';
  const orderBy = ORDERS[order];
  const request: AdminRequest<'listHolders'> = orderBy ? { orderBy } : {};
  // It leaves no rows out.
  const sort = {
    ...choiceFilter(list, 'order', {
      label: words.sort,
      words: Object.entries(words.sorts),
      usual: 'newest',
    }),
    set: [],
  };
  const query = useAdmin('listHolders', { ...request, ...list.page });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {may('importHolders') && (
            <Link to="/holders/import" className="button main">
              {words.import}
            </Link>
          )}
          <ExportButton
            method="listHolders"
            shown={query.data}
            request={request}
            rowsOf={(answer) => answer.holders}
            file="holders.csv"
            columns={['id', 'documentType', 'state', 'recordVersion', 'createTime', 'updateTime']}
          />
        </>
      }
    >
      <RunningImport />
      <HolderSearch>
        <ListFilters list={list} filters={[sort]}>
          <WordedList
            method="listHolders"
            query={query}
            list={list}
            caption={words.caption}
            {...HOLDER_COLUMNS}
            empty={<NoHolders />}
          />
        </ListFilters>
      </HolderSearch>
    </Page>
  );
}

/** An import continues while other screens are shown. This links back to it. */
function RunningImport() {
  const { holders: words } = useMessages();
  const { session } = useSession();
  const job = useImportJob(session.person.id);
  if (!job) return null;
  return (
    <Notice>
      <strong>{job.file}</strong> {words.running(words.phases[job.phase], job.done, job.total)}{' '}
      <Link to="/holders/import">{words.see}</Link>
    </Notice>
  );
}

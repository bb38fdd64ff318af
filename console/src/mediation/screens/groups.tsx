import { useState } from 'react';
import type { ResponseOf } from '../../../../src/mediation/contract/index.ts';
import { useColumnChoice } from '../../frame/column-choice.tsx';
import { NoRows } from '../../frame/list-filters.tsx';
import { useListState } from '../../frame/list-state.ts';
import { Link, useNavigate } from '../../frame/navigation.tsx';
import { Page } from '../../frame/page.tsx';
import { Button } from '../../kit/button.tsx';
import { Pager } from '../../kit/pager.tsx';
import { Empty, Loaded } from '../../kit/states.tsx';
import { Table } from '../../kit/table.tsx';
import { daysText, formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { live, useMediation, useRead } from '../api.ts';
import { useWeek } from '../figures.ts';
import { byRevenue } from '../model/figures.ts';
import { ARCHIVED, filterText } from '../model/filter.ts';
import { ReportWarnings } from '../parts/report-warnings.tsx';
import { useGroupColumns } from './group-columns.tsx';
import { GroupFilters } from './group-filters.tsx';

const FIELDS =
  'nextPageToken,mediationGroups(mediationGroupId,displayName,state,targeting,mediationGroupLines/*(state,cpmMode,experimentVariant),mediationAbExperimentState)';

/** A page of groups; archived ones all at once, because the server mixes them with those that are paused. */
function useGroups({ filters, page }: ReturnType<typeof useListState>) {
  const { name } = useAccount();
  const filter = filterText(filters);
  const query = { fields: FIELDS, ...(filter && { filter }) };
  // Servers that offer only the public interface know no archived groups, so they are asked for only if chosen.
  const isArchived = filters.state === ARCHIVED;
  const some = useMediation(
    'accounts.mediationGroups.list',
    { on: name, query: { ...query, ...page } },
    { enabled: !isArchived },
  );
  const archived = useRead<ResponseOf<'accounts.mediationGroups.list'>>(
    ['archivedGroups', name, filter],
    async (options) => {
      const fields = FIELDS.replace('state,', 'state,archiveTime,');
      const all = await live(name, options).groups({ ...query, fields, showArchived: true });
      return { mediationGroups: all.filter(({ archiveTime }) => archiveTime !== undefined) };
    },
    { enabled: isArchived },
  );
  return isArchived ? archived : some;
}

export function Groups() {
  const { common, mediation } = useMessages();
  const { groups: words } = mediation;
  const { publisherId } = useAccount();
  const navigate = useNavigate();
  const week = useWeek();
  const list = useListState();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useGroups(list);
  const all = useGroupColumns(query.data?.mediationGroups ?? []);
  const { columns, choice } = useColumnChoice(all.columns);
  const [a, b] = [...chosen];
  return (
    <Page
      title={words.title}
      lead={words.lead(daysText(week.from, week.to, formattingLocale()))}
      actions={
        <>
          <Link className="button main" to={`/${publisherId}/groups/new`}>
            {words.new}
          </Link>
          <Button
            disabled={chosen.size !== 2}
            title={words.compareHint}
            onClick={() => navigate({ to: `/${publisherId}/groups/compare`, search: { a, b } })}
          >
            {words.compare}
          </Button>
        </>
      }
    >
      <GroupFilters list={list}>
        <Loaded query={query} also={[all]}>
          {({ mediationGroups = [], nextPageToken }) => {
            // Pages come in the order of the server, which knows no order by revenue.
            const isWhole = nextPageToken === undefined && list.pageToken === undefined;
            const isByRevenue = isWhole && all.figures.size > 0;
            return mediationGroups.length === 0 && isWhole ? (
              <NoRows>
                <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
              </NoRows>
            ) : (
              <>
                <ReportWarnings warnings={all.warnings} />
                {choice}
                <Table
                  caption={words.caption}
                  columns={columns.map((one) => ({ ...one, isOrder: isByRevenue && one.key === 'revenue' }))}
                  rows={isByRevenue ? byRevenue(mediationGroups, all.figures) : mediationGroups}
                  rowKey={({ mediationGroupId = '' }) => mediationGroupId}
                  choice={{
                    chosen,
                    onChange: setChosen,
                    label: ({ displayName = '' }) => common.chooseRow(displayName),
                    allLabel: common.chooseAll,
                  }}
                />
                <p className="soft small">
                  {isByRevenue ? words.byRevenue : !isWhole && words.byId} {words.compareHint}
                </p>
                <Pager {...list.pager(nextPageToken)} />
              </>
            );
          }}
        </Loaded>
      </GroupFilters>
    </Page>
  );
}

import { useState } from 'react';
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
import { useMediation } from '../api.ts';
import { useWeek } from '../figures.ts';
import { byRevenue } from '../model/figures.ts';
import { filterText } from '../model/filter.ts';
import { ReportWarnings } from '../parts/report-warnings.tsx';
import { useGroupColumns } from './group-columns.tsx';
import { GroupFilters } from './group-filters.tsx';

const FIELDS =
  'nextPageToken,mediationGroups(mediationGroupId,displayName,state,targeting,mediationGroupLines/*(state,cpmMode,experimentVariant),mediationAbExperimentState)';

export function Groups() {
  const { mediation } = useMessages();
  const { groups: words } = mediation;
  const { name, publisherId } = useAccount();
  const navigate = useNavigate();
  const week = useWeek();
  const list = useListState();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Servers that offer only the public interface know no archived groups, so this is asked for only if chosen.
  const isArchivedToo = list.filters.archived !== undefined;
  const filter = filterText(list.filters);
  const query = useMediation('accounts.mediationGroups.list', {
    on: name,
    query: {
      fields: isArchivedToo ? FIELDS.replace('state,', 'state,archiveTime,') : FIELDS,
      ...(isArchivedToo && { showArchived: true }),
      ...(filter && { filter }),
      ...list.page,
    },
  });
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
                    label: ({ displayName = '' }) => words.choose(displayName),
                    allLabel: words.chooseAll,
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

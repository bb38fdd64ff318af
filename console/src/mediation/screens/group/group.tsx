import type { ReactNode } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Id } from '../../../kit/id.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { useLastChanges } from '../../data.ts';
import { onlyGroup, SUMS, useFigures, useWeek } from '../../figures.ts';
import { hasLeader, hasOpenExperiment, stateInGroup } from '../../model/experiment.ts';
import { ExperimentBadge } from '../../parts/experiment-badge.tsx';
import { named } from '../../parts/named.ts';
import { useRangeTotals } from '../../parts/range-totals.tsx';
import { WithNames } from '../../parts/with-names.tsx';
import { ExperimentTab } from '../experiment/experiment-tab.tsx';
import { StateBadge } from '../group-columns.tsx';
import { HistoryTab } from '../history/history-tab.tsx';
import { FindingCount, useGroupFindings } from './finding-count.tsx';
import { GroupActions } from './group-actions.tsx';
import { GroupEditor } from './group-editor.tsx';
import { LastChange } from './last-change.tsx';

const TABS = ['waterfall', 'experiment', 'history'] as const;

/** What the waterfall shows beside the lines is asked for with the group, not after it. */
function FiguresOfWaterfall({ id }: { readonly id: string }) {
  const { publisherId } = useAccount();
  useRangeTotals(useWeek(), { metrics: SUMS, only: onlyGroup(publisherId, id) });
  useFigures(id);
  return null;
}

/** One group, with tabs. */
export function Group() {
  const { mediation } = useMessages();
  const { group: words, words: shared } = mediation;
  const { name, publisherId } = useAccount();
  const id = useAddressPart('group');
  const { filters, set, page } = useListState();
  const on = `${name}/mediationGroups/${id}`;
  const query = useMediation('accounts.mediationGroups.get', { on });
  const hasOpen = query.data !== undefined && hasOpenExperiment(query.data);
  // What the page shows at first is asked for with the group, not after it.
  const selected = TABS.find((key) => key === filters.tab) ?? 'waterfall';
  const experiments = useMediation(
    'accounts.mediationGroups.mediationAbExperiments.list',
    { on },
    { enabled: hasOpen || selected === 'experiment' },
  );
  useMediation('accounts.mediationGroups.history', { on, query: page }, { enabled: selected === 'history' });
  useGroupFindings(id);
  useLastChanges([id]);
  const all = experiments.data?.mediationAbExperiments ?? [];
  const decided = hasOpen ? all.find(hasLeader) : undefined;
  return (
    <>
      {selected === 'waterfall' && <FiguresOfWaterfall id={id} />}
      <WithNames>
        <Loaded query={query}>
          {(group) => {
            const contents: Readonly<Record<(typeof TABS)[number], () => ReactNode>> = {
              waterfall: () => <GroupEditor group={group} decided={decided} />,
              experiment: () => <ExperimentTab group={group} />,
              history: () => <HistoryTab group={group} />,
            };
            return (
              <Page
                title={group.displayName ?? id}
                back={<Link to={`/${publisherId}/groups`}>{mediation.overview.allGroups}</Link>}
                lead={
                  <>
                    <div className="pair">
                      <StateBadge {...group} />
                      <FindingCount id={id} />
                      <span>
                        {named(shared.platforms, group.targeting?.platform)} ·{' '}
                        {named(shared.formats, group.targeting?.format)}
                      </span>
                      {/* Last: nothing moves when it turns out that the experiment is decided. */}
                      {hasOpen && <ExperimentBadge state={stateInGroup(group, all)} isOfGroup />}
                    </div>
                    <div>
                      <LastChange id={id} /> <Id value={id} />
                    </div>
                  </>
                }
                actions={
                  <GroupActions group={group} onReload={query.refetch}>
                    <Link className="button" to={`/${publisherId}/groups/new`} search={{ from: id }}>
                      {words.duplicate}
                    </Link>
                  </GroupActions>
                }
              >
                {group.archiveTime !== undefined && <Notice>{words.archived}</Notice>}
                <Tabs
                  label={words.tabsLabel}
                  tabs={TABS.map((key) => ({ key, title: words.tabs[key], content: contents[key] }))}
                  selected={selected}
                  onSelect={(tab) => set({ tab: tab === 'waterfall' ? undefined : tab })}
                />
              </Page>
            );
          }}
        </Loaded>
      </WithNames>
    </>
  );
}

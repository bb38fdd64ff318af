import { useListState } from '../../../frame/list-state.ts';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { Id } from '../../../kit/id.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Tab, Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { isDecided } from '../../model/experiment.ts';
import { LeaderBadge } from '../../parts/leader-badge.tsx';
import { named } from '../../parts/named.ts';
import { WithNames } from '../../parts/with-names.tsx';
import { ExperimentTab } from '../experiment/experiment-tab.tsx';
import { StateBadge } from '../group-columns.tsx';
import { HistoryTab } from '../history/history-tab.tsx';
import { FindingCount } from './finding-count.tsx';
import { GroupActions } from './group-actions.tsx';
import { GroupEditor } from './group-editor.tsx';
import { LastChange } from './last-change.tsx';

/** One group, with tabs. */
export function Group() {
  const { mediation } = useMessages();
  const { group: words, words: shared } = mediation;
  const { name, publisherId } = useAccount();
  const id = useAddressPart('group');
  const { filters, set } = useListState();
  const on = `${name}/mediationGroups/${id}`;
  const query = useMediation('accounts.mediationGroups.get', { on });
  const isRunning = query.data?.mediationAbExperimentState === 'RUNNING';
  const experiments = useMediation(
    'accounts.mediationGroups.mediationAbExperiments.list',
    { on },
    { enabled: isRunning },
  );
  const decided = isRunning ? experiments.data?.mediationAbExperiments?.find(isDecided) : undefined;
  return (
    <Loaded query={query}>
      {(group) => {
        const tabs: readonly Tab[] = [
          {
            key: 'waterfall',
            title: words.tabs.waterfall,
            content: () => (
              <WithNames>
                <GroupEditor group={group} decided={decided} />
              </WithNames>
            ),
          },
          {
            key: 'experiment',
            title: words.tabs.experiment,
            content: () => (
              <WithNames>
                <ExperimentTab group={group} />
              </WithNames>
            ),
          },
          { key: 'history', title: words.tabs.history, content: () => <HistoryTab group={group} /> },
        ];
        const selected = tabs.find(({ key }) => key === filters.tab)?.key ?? 'waterfall';
        return (
          <Page
            title={group.displayName ?? id}
            back={<Link to={`/${publisherId}/groups`}>{mediation.overview.allGroups}</Link>}
            lead={
              <>
                <div className="pair">
                  <StateBadge {...group} />
                  {isRunning && <Badge tone="main">{words.experimentBadge}</Badge>}
                  <LeaderBadge leader={decided?.variantLeader} />
                  <FindingCount group={group} />
                  <span>
                    {named(shared.platforms, group.targeting?.platform)} ·{' '}
                    {named(shared.formats, group.targeting?.format)}
                  </span>
                </div>
                <div>
                  <LastChange group={group} /> <Id value={id} />
                </div>
              </>
            }
            actions={
              <GroupActions group={group} onReload={query.refetch}>
                <Link className="button" to={`/${publisherId}/groups/new`} search={{ from: id }}>
                  {words.duplicate}
                </Link>
                <Link className="button" to={`/${publisherId}/groups/compare`} search={{ a: id }}>
                  {words.compare}
                </Link>
              </GroupActions>
            }
          >
            <Tabs
              label={words.tabsLabel}
              tabs={tabs}
              selected={selected}
              onSelect={(tab) => set({ tab: tab === 'waterfall' ? undefined : tab })}
            />
          </Page>
        );
      }}
    </Loaded>
  );
}

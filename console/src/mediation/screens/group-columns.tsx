import { shortList } from '../../../../src/client/short-list.ts';
import type { MediationGroup, MediationGroupTargeting } from '../../../../src/mediation/contract/index.ts';
import { Link } from '../../frame/navigation.tsx';
import { useWho } from '../../frame/who.ts';
import { Badge, toneOf } from '../../kit/badge.tsx';
import { LongWords } from '../../kit/long-words.tsx';
import type { Column } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { type Messages, useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useExperiments, useLastChanges } from '../data.ts';
import { type FiguresById, useFigures } from '../figures.ts';
import { byVariant, draftOf } from '../model/draft.ts';
import { isToDecide } from '../model/experiment.ts';
import { lastPart } from '../model/matrix.ts';
import { ExperimentBadge } from '../parts/experiment-badge.tsx';
import { useFigureColumns } from '../parts/figure-columns.tsx';
import { useLabels } from '../parts/labels.ts';
import { useLineCounts } from '../parts/line-counts.ts';
import { named } from '../parts/named.ts';

/** `DE, AT`, `Everywhere but CN`, or `Everywhere`. */
function regionsText(
  { targetedRegionCodes = [], excludedRegionCodes = [] }: MediationGroupTargeting,
  { mediation }: Messages,
): string {
  const { groups, words } = mediation;
  if (targetedRegionCodes.length > 0) return shortList(targetedRegionCodes, words.more, 6);
  if (excludedRegionCodes.length > 0) return groups.except(shortList(excludedRegionCodes, words.more, 6));
  return groups.everywhere;
}

export function StateBadge({ state, archiveTime }: Pick<MediationGroup, 'state' | 'archiveTime'>) {
  const { mediation } = useMessages();
  if (archiveTime !== undefined) return <Badge>{mediation.groups.archived}</Badge>;
  return <Badge tone={toneOf(state)}>{named(mediation.words.states, state) || '–'}</Badge>;
}

/** Ad units by name. */
function Units({ ids }: { readonly ids: readonly string[] }) {
  const { mediation } = useMessages();
  const labels = useLabels();
  if (ids.length === 0) return <span className="soft">–</span>;
  const text = shortList(ids.map(labels.unit), mediation.words.more, 2);
  return <span title={ids.map(lastPart).join(', ')}>{text}</span>;
}

/** The columns of groups, the figures in them with what must be known about the money, and whether they are still read. */
export function useGroupColumns(groups: readonly MediationGroup[]): {
  readonly columns: readonly Column<MediationGroup>[];
  readonly figures: FiguresById;
  readonly warnings: readonly string[];
  readonly isLoading: boolean;
} {
  const messages = useMessages();
  const { groups: words, words: shared } = messages.mediation;
  const { publisherId } = useAccount();
  const who = useWho();
  const lastChanges = useLastChanges(groups.flatMap(({ mediationGroupId }) => mediationGroupId ?? []));
  const { data: experiments = [] } = useExperiments();
  const toDecide = new Set(
    experiments.filter(({ experiment }) => isToDecide(experiment)).map(({ group }) => group.mediationGroupId),
  );
  const { figures, warnings, isLoading } = useFigures();
  const figureColumns = useFigureColumns(({ mediationGroupId = '' }: MediationGroup) =>
    figures.get(mediationGroupId),
  );
  const countsOf = useLineCounts();
  const counts = (group: MediationGroup) => {
    const { a, b } = byVariant(draftOf(group).lines);
    if (b.length > 0)
      return (
        <span className="lines">
          <span>{words.ofVariant('A', countsOf(a))}</span>
          <span>{words.ofVariant('B', countsOf(b))}</span>
        </span>
      );
    return (
      <span className="lines">
        {countsOf(a).map((count, index) => (
          <span key={count} className={index < 2 ? 'nowrap' : 'soft small nowrap'}>
            {count}
          </span>
        ))}
      </span>
    );
  };
  const columns: readonly Column<MediationGroup>[] = [
    {
      key: 'name',
      head: words.columns.name,
      cell: ({ mediationGroupId, displayName, targeting }) => (
        <div>
          <Link className="group-name" to={`/${publisherId}/groups/${mediationGroupId}`}>
            {displayName}
          </Link>
          <span className="soft small">
            {named(shared.platforms, targeting?.platform)} · {named(shared.formats, targeting?.format)}
          </span>
        </div>
      ),
    },
    {
      key: 'state',
      head: words.columns.state,
      cell: ({ mediationGroupId, mediationAbExperimentState, ...group }) => {
        const isWaiting = toDecide.has(mediationGroupId);
        return (
          <span className="lines">
            <StateBadge {...group} />
            {(mediationAbExperimentState === 'RUNNING' || isWaiting) && (
              <Link
                className="lines"
                to={`/${publisherId}/groups/${mediationGroupId}`}
                search={{ tab: 'experiment' }}
              >
                <ExperimentBadge state={isWaiting ? 'ENDED' : 'RUNNING'} isOfGroup />
              </Link>
            )}
          </span>
        );
      },
    },
    ...figureColumns,
    { key: 'lines', head: words.columns.lines, cell: counts },
    {
      key: 'changed',
      head: words.columns.changed,
      cell: ({ mediationGroupId = '' }) => {
        const change = lastChanges.changes.get(mediationGroupId);
        if (!change) return <span className="soft">–</span>;
        return (
          <span className="line-name">
            <Time at={change.time} />
            <span className="soft small">
              <LongWords text={who(change.subject, change.email)} />
            </span>
          </span>
        );
      },
    },
    {
      key: 'regions',
      isExtra: true,
      head: words.columns.regions,
      cell: ({ targeting = {} }) => regionsText(targeting, messages),
    },
    {
      key: 'units',
      isExtra: true,
      head: words.columns.units,
      cell: ({ targeting }) => <Units ids={targeting?.adUnitIds ?? []} />,
    },
  ];
  return { columns, figures, warnings, isLoading: isLoading || lastChanges.isLoading };
}

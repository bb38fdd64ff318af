import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { mediation as call, live, useRead } from '../../api.ts';
import { dayOf } from '../../model/experiment.ts';
import { LeaderBadge } from '../../parts/leader-badge.tsx';
import { LiftText } from '../../parts/lift-text.tsx';

/** Groups whose experiments are read; those in which one runs come first. */
const MOST_GROUPS = 20;
const SHOWN = 5;

const FIELDS = 'nextPageToken,mediationGroups(name,mediationGroupId,displayName,mediationAbExperimentState)';

interface Row {
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
}

const isOpen = ({ experiment: { state } }: Row) => state === 'RUNNING' || state === 'ENDED';

const order = (one: Row, other: Row) =>
  Number(isOpen(other)) - Number(isOpen(one)) ||
  Date.parse(other.experiment.endTime ?? '') - Date.parse(one.experiment.endTime ?? '');

function useExperiments() {
  const { name } = useAccount();
  return useRead(['overviewExperiments', name], async (options): Promise<readonly Row[]> => {
    const groups = await live(name, options).groups({ fields: FIELDS });
    const runs = ({ mediationAbExperimentState: state }: MediationGroup) => Number(state === 'RUNNING');
    const some = groups.toSorted((one, other) => runs(other) - runs(one)).slice(0, MOST_GROUPS);
    const lists = await Promise.all(
      some.map(async (group) => {
        const on = group.name ?? '';
        const { body } = await call('accounts.mediationGroups.mediationAbExperiments.list', { on }, options);
        return (body.mediationAbExperiments ?? []).map((experiment) => ({ group, experiment }));
      }),
    );
    return lists.flat().toSorted(order).slice(0, SHOWN);
  });
}

function State({ experiment }: Pick<Row, 'experiment'>) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const now = useNow();
  const { state, startTime, endTime } = experiment;
  if (state !== 'RUNNING')
    return <Badge>{state === 'ENDED' ? words.states.ENDED : words.states.EXPIRED}</Badge>;
  const day = startTime && endTime ? dayOf(startTime, endTime, now) : undefined;
  return <Badge tone="main">{day ? words.day(day.day, day.of) : words.states.RUNNING}</Badge>;
}

/** The experiments: those that run, then those that were decided last. */
export function ExperimentList() {
  const { mediation } = useMessages();
  const { overview: words, experiment: names } = mediation;
  const { publisherId } = useAccount();
  const query = useExperiments();
  const item = (row: Row) => {
    const { group, experiment } = row;
    const search = {
      tab: 'experiment',
      ...(!isOpen(row) && { experiment: experiment.experimentId }),
    };
    return (
      <li key={experiment.experimentId} className="stack tight item">
        <div className="actions spread">
          <Link to={`/${publisherId}/groups/${group.mediationGroupId}`} search={search}>
            {experiment.displayName || names.unnamed}
          </Link>
          <span className="pair">
            <State experiment={experiment} />
            <LeaderBadge leader={experiment.variantLeader} />
          </span>
        </div>
        <div className="soft small">{group.displayName}</div>
        <LiftText experiment={experiment} />
      </li>
    );
  };
  return (
    <section className="box stack tight" aria-labelledby="experiments-title">
      <h2 id="experiments-title">{words.experiments}</h2>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="soft">{words.noExperiments}</p>
          ) : (
            <ul className="plain rows">{rows.map(item)}</ul>
          )
        }
      </Loaded>
    </section>
  );
}

import { Link } from '../../../frame/navigation.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useExperiments } from '../../data.ts';
import { dayOf, type ExperimentOfGroup, isOpen, isToDecide, shownState } from '../../model/experiment.ts';
import { ExperimentBadge } from '../../parts/experiment-badge.tsx';
import { LeaderBadge } from '../../parts/leader-badge.tsx';
import { LiftText } from '../../parts/lift-text.tsx';

const SHOWN = 5;

/** The group, and the day of an experiment that runs. */
function Where({ group, experiment }: ExperimentOfGroup) {
  const { experiment: words } = useMessages().mediation;
  const now = useNow();
  const { state, startTime, endTime } = experiment;
  const day = state === 'RUNNING' && startTime && endTime ? dayOf(startTime, endTime, now) : undefined;
  return (
    <div className="soft small">
      {group.displayName}
      {day && ` · ${words.day(day.day, day.of)}`}
    </div>
  );
}

/** The experiments: those that run, then those that were decided last. */
export function ExperimentList() {
  const { mediation } = useMessages();
  const { overview: words, experiment: names } = mediation;
  const { publisherId } = useAccount();
  const query = useExperiments();
  const item = (row: ExperimentOfGroup) => {
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
            <ExperimentBadge state={shownState(experiment)} />
            {!isToDecide(experiment) && <LeaderBadge leader={experiment.variantLeader} />}
          </span>
        </div>
        <Where {...row} />
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
            <ul className="plain rows">{rows.slice(0, SHOWN).map(item)}</ul>
          )
        }
      </Loaded>
    </section>
  );
}

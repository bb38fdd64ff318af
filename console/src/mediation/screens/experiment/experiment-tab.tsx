import '../../../styles/experiment.css';
import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Button } from '../../../kit/button.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { shownState } from '../../model/experiment.ts';
import { ExperimentBadge } from '../../parts/experiment-badge.tsx';
import { LiftText } from '../../parts/lift-text.tsx';
import { named } from '../../parts/named.ts';
import { Analysis } from './analysis.tsx';
import { ExperimentBox, OpenExperiment, VariantsOf } from './open-experiment.tsx';
import { StartExperiment } from './start-experiment.tsx';

const isOpen = ({ state }: MediationAbExperiment) => state === 'RUNNING' || state === 'ENDED';

interface PastProps {
  readonly group: MediationGroup;
  readonly experiments: readonly MediationAbExperiment[];
}

function Past({ group, experiments }: PastProps) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const { publisherId } = useAccount();
  const columns: readonly Column<MediationAbExperiment>[] = [
    {
      key: 'name',
      head: words.columns.name,
      cell: ({ displayName, experimentId }) => (
        <Link
          to={`/${publisherId}/groups/${group.mediationGroupId}`}
          search={{ tab: 'experiment', experiment: experimentId }}
        >
          {displayName || words.unnamed}
        </Link>
      ),
    },
    {
      key: 'state',
      head: words.columns.state,
      cell: (experiment) => <ExperimentBadge state={shownState(experiment)} />,
    },
    {
      key: 'start',
      head: words.columns.start,
      cell: ({ startTime }) => startTime && <Time at={startTime} />,
    },
    {
      key: 'end',
      head: words.columns.end,
      cell: ({ endTime }) => endTime && <Time at={endTime} />,
    },
    {
      key: 'share',
      head: words.columns.share,
      cell: ({ treatmentTrafficPercentage }) => named(words.shares, treatmentTrafficPercentage),
    },
    {
      key: 'result',
      head: words.columns.result,
      cell: (experiment) => (
        <span className="line-name">
          {named(mediation.analysis.leaders, experiment.variantLeader) || '–'}
          <LiftText experiment={experiment} />
        </span>
      ),
    },
  ];
  return (
    <section className="stack tight" aria-labelledby="past-title">
      <h2 id="past-title">{words.past}</h2>
      <Table
        caption={words.pastCaption}
        columns={columns}
        rows={experiments}
        rowKey={({ experimentId = '' }) => experimentId}
      />
    </section>
  );
}

/** An earlier experiment, with what its looks saw and the lines of both variants. */
function Earlier({ experiment }: { readonly experiment: MediationAbExperiment }) {
  const { mediation } = useMessages();
  const { set } = useListState();
  return (
    <>
      <div>
        <Button onClick={() => set({ experiment: undefined })}>{mediation.experiment.back}</Button>
      </div>
      <ExperimentBox experiment={experiment} />
      <Analysis experiment={experiment} />
      <VariantsOf experiment={experiment} />
    </>
  );
}

/** The open experiment or the form to start one, and earlier experiments below. */
export function ExperimentTab({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const { filters } = useListState();
  const on = group.name ?? '';
  const query = useMediation('accounts.mediationGroups.mediationAbExperiments.list', { on });
  return (
    <Loaded query={query}>
      {({ mediationAbExperiments = [] }) => {
        const open = mediationAbExperiments.find(isOpen);
        const past = mediationAbExperiments.filter((one) => !isOpen(one)).toReversed();
        const chosen = past.find(({ experimentId }) => experimentId === filters.experiment);
        if (chosen) return <Earlier experiment={chosen} />;
        return (
          <>
            {open ? (
              <OpenExperiment experiment={open} group={group} />
            ) : (
              <>
                <p>{words.none}</p>
                {group.archiveTime === undefined && <StartExperiment group={group} />}
              </>
            )}
            {past.length > 0 && <Past group={group} experiments={past} />}
          </>
        );
      }}
    </Loaded>
  );
}

import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { named } from '../../parts/named.ts';
import { useNarrow } from '../../parts/use-narrow.ts';
import { OpenExperiment } from './open-experiment.tsx';
import { StartExperiment } from './start-experiment.tsx';

const isOpen = ({ state }: MediationAbExperiment) => state === 'RUNNING' || state === 'ENDED';

function Past({ experiments }: { readonly experiments: readonly MediationAbExperiment[] }) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const { zone } = useAccount();
  const columns: readonly Column<MediationAbExperiment>[] = [
    { key: 'name', head: words.columns.name, cell: ({ displayName }) => displayName || words.unnamed },
    { key: 'state', head: words.columns.state, cell: ({ state }) => named(words.states, state) },
    {
      key: 'start',
      head: words.columns.start,
      cell: ({ startTime }) => startTime && <Time at={startTime} zone={zone} />,
    },
    {
      key: 'end',
      head: words.columns.end,
      cell: ({ endTime }) => endTime && <Time at={endTime} zone={zone} />,
    },
    {
      key: 'share',
      head: words.columns.share,
      cell: ({ treatmentTrafficPercentage }) => named(words.shares, treatmentTrafficPercentage),
    },
    {
      key: 'result',
      head: words.columns.result,
      cell: ({ variantLeader }) => named(mediation.analysis.leaders, variantLeader),
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

/** The open experiment or the form to start one, and earlier experiments below. */
export function ExperimentTab({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const isNarrow = useNarrow();
  const on = group.name ?? '';
  const query = useMediation('accounts.mediationGroups.mediationAbExperiments.list', { on });
  return (
    <Loaded query={query}>
      {({ mediationAbExperiments = [] }) => {
        const open = mediationAbExperiments.find(isOpen);
        const past = mediationAbExperiments.filter((one) => !isOpen(one)).toReversed();
        return (
          <>
            {open ? (
              <OpenExperiment experiment={open} group={group} />
            ) : (
              <>
                <p>{words.none}</p>
                {isNarrow ? <p className="soft">{words.narrow}</p> : <StartExperiment group={group} />}
              </>
            )}
            {past.length > 0 && <Past experiments={past} />}
          </>
        );
      }}
    </Loaded>
  );
}

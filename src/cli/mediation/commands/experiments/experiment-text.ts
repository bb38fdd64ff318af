import { percentText } from '../../../../conventions/percent.ts';
import type { MediationAbExperiment, MediationGroupLine } from '../../../../mediation/contract/index.ts';
import { facts } from '../../../output.ts';
import { type TableOptions, table } from '../../../table/table.ts';
import { priceOf } from '../../text/group.ts';

/** What the values of variantLeader mean for who has to decide. */
const LEADERS: Readonly<Record<string, string>> = {
  CONTROL: 'A, the lines that the group had',
  TREATMENT: 'B, the lines that are tried',
  INSUFFICIENT_DATA: 'not known: too few data',
  TOO_EARLY_TO_CALL: 'not known: too early to tell',
  NO_VARIANT_LEADER: 'none: the data show no difference',
};

export const leaderOf = ({ variantLeader }: MediationAbExperiment): string =>
  LEADERS[variantLeader ?? ''] ?? 'not known';

export const day = (time = '') => time.slice(0, 10);

function lines(
  title: string,
  list: readonly { readonly mediationGroupLine?: MediationGroupLine }[] = [],
  titles: ReadonlyMap<string, string>,
  options: TableOptions,
): string {
  const rows = list.map(({ mediationGroupLine: line = {} }) => [
    line.displayName ?? '',
    titles.get(line.adSourceId ?? '') ?? line.adSourceId ?? '',
    priceOf(line),
    (line.state ?? '').toLowerCase(),
  ]);
  return `${title}\n${table(['name', 'ad source', 'cpm', 'state'], rows, { wide: options.wide, cut: ['name', 'ad source'] })}`;
}

type Analysis = NonNullable<MediationAbExperiment['analysis']>;

const percent = (change = 0) => percentText(change, { isChange: true });

/** What the statistics say; servers without an analysis say nothing. */
function analysisFacts(analysis: Analysis | undefined): Readonly<Record<string, string>> {
  if (!analysis) return {};
  const { control, treatment, lift, since, fullDays = 0, problem } = analysis;
  return {
    users: `A ${control?.users ?? 0}, B ${treatment?.users ?? 0}, in ${fullDays} full days`,
    ...(lift && {
      'B against A': `${percent(lift.value)} revenue per user, between ${percent(lift.lower)} and ${percent(lift.upper)}`,
    }),
    ...(since !== undefined && { 'leads since': since }),
    ...(problem !== undefined && { problem: problem.toLowerCase().replaceAll('_', ' ') }),
  };
}

export function experimentText(
  experiment: MediationAbExperiment,
  titles: ReadonlyMap<string, string>,
  options: TableOptions = {},
): string {
  const {
    displayName,
    experimentId,
    state = '',
    startTime,
    endTime,
    treatmentTrafficPercentage,
  } = experiment;
  const text = facts({
    experiment: `${displayName} (${experimentId})`,
    state: state.toLowerCase(),
    from: `${day(startTime)} to ${day(endTime)}`,
    share: `${percentText(Number(treatmentTrafficPercentage) / 100)} of the users get B`,
    leader: leaderOf(experiment),
    ...analysisFacts(experiment.analysis),
  });
  const { controlMediationLines, treatmentMediationLines } = experiment;
  const parts = [
    lines('A: what the group had', controlMediationLines, titles, options),
    lines('B: what is tried', treatmentMediationLines, titles, options),
  ];
  return [text, ...parts].join('\n\n');
}

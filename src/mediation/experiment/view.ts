import { hash } from 'node:crypto';
import { versionTag } from '../../conventions/index.ts';
import { omit } from '../../conventions/omit.ts';
import type { MediationAbExperiment as ExperimentView } from '../contract/index.ts';
import { lineView } from '../group/view.ts';
import { experimentName } from '../names.ts';
import type { MediationAbExperiment, Variant } from '../ports/entities.ts';
import { keptView } from '../views/kept-views.ts';
import { type ExperimentState, stateAt } from './state-machine.ts';

function experimentTag(experiment: MediationAbExperiment, state: ExperimentState): string {
  const { revision, linesRevision, look } = experiment;
  const ended = state === 'ENDED' ? '-ended' : '';
  const seen = look ? `-${hash('sha256', JSON.stringify(look.analysis)).slice(0, 16)}` : '';
  return versionTag(`${revision}-${linesRevision}${ended}${seen}`);
}

function linesOf(name: 'treatmentMediationLines' | 'controlMediationLines', of: ExperimentLines) {
  const lines = of.lines.filter(({ variant }) => variant === of.variant);
  return lines.length === 0 ? {} : { [name]: lines.map((line) => ({ mediationGroupLine: lineView(line) })) };
}

interface ExperimentLines extends Pick<MediationAbExperiment, 'lines'> {
  readonly variant: Variant;
}

const viewOf = keptView((experiment: MediationAbExperiment, state: ExperimentState): ExperimentView => {
  const { publisherId, groupId, experimentId, displayName, lines } = experiment;
  return {
    name: experimentName(publisherId, groupId, experimentId),
    ...(displayName !== undefined && { displayName }),
    experimentId,
    mediationGroupId: groupId,
    treatmentTrafficPercentage: String(experiment.treatmentTrafficPercentage),
    ...linesOf('treatmentMediationLines', { lines, variant: 'VARIANT_B' }),
    ...linesOf('controlMediationLines', { lines, variant: 'VARIANT_A' }),
    state,
    startTime: new Date(experiment.startedAt).toISOString(),
    endTime: new Date(experiment.endsAt).toISOString(),
    variantLeader: experiment.look?.leader ?? 'INSUFFICIENT_DATA',
    etag: experimentTag(experiment, state),
  };
});

export const experimentView = (experiment: MediationAbExperiment, now: number): ExperimentView =>
  viewOf(experiment, stateAt(experiment, now));

const withLooks = keptView(
  (experiment: MediationAbExperiment, state: ExperimentState): ExperimentView => ({
    ...viewOf(experiment, state),
    ...(experiment.look && { analysis: experiment.look.analysis }),
  }),
);

const withoutLooks = keptView((experiment: MediationAbExperiment, state: ExperimentState): ExperimentView => {
  const { analysis, ...view } = withLooks(experiment, state);
  return { ...view, ...(analysis && { analysis: omit(analysis, 'looks') }) };
});

interface Served {
  /** Whether answers may have members that the public interface does not have. */
  readonly extensions: boolean;
}

/** In answers that only read. Those of changes have no analysis, as in the public interface. */
export const analysedView = (experiment: MediationAbExperiment, now: number, { extensions }: Served) =>
  (extensions ? withLooks : viewOf)(experiment, stateAt(experiment, now));

/** In lists: without the daily looks. */
export const listedView = (experiment: MediationAbExperiment, now: number, { extensions }: Served) =>
  (extensions ? withoutLooks : viewOf)(experiment, stateAt(experiment, now));

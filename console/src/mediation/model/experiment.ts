import type { LiveAccount } from '../../../../src/client/live-account.ts';
import type { MediationAbExperiment, MediationGroup } from '../../../../src/mediation/contract/index.ts';

const DAY = 86_400_000;

/** The shares that the interface accepts, in percent. */
export const SHARES = ['1', '10', '50'] as const;

/** The current day of an experiment and its number of days; both count from one. */
export function dayOf(
  startTime: string,
  endTime: string,
  now: number,
): { readonly day: number; readonly of: number } {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)];
  const of = Math.max(1, Math.round((end - start) / DAY));
  return { day: Math.min(of, Math.max(1, Math.floor((now - start) / DAY) + 1)), of };
}

/** Whether it runs, although one variant leads: it can be stopped now. */
export const hasLeader = ({ state, variantLeader }: MediationAbExperiment): boolean =>
  state === 'RUNNING' && (variantLeader === 'CONTROL' || variantLeader === 'TREATMENT');

/** Its state as people read it: one that runs although a variant leads waits for a choice, as one whose time is over. */
export const shownState = (experiment: MediationAbExperiment): ShownState =>
  hasLeader(experiment) ? 'ENDED' : experiment.state;

export type ShownState = MediationAbExperiment['state'];

/** Whether a person can choose a variant now: one leads, or the time is over. */
export const isToDecide = (experiment: MediationAbExperiment): boolean => shownState(experiment) === 'ENDED';

/** An experiment with its group. */
export interface ExperimentOfGroup {
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
}

/** Whether no variant was chosen yet. */
export const isOpen = ({ experiment: { state } }: ExperimentOfGroup) =>
  state === 'RUNNING' || state === 'ENDED';

/** Groups whose experiments are read. Those with an experiment without a choice come first. */
const MOST_GROUPS = 20;

const FIELDS =
  'nextPageToken,mediationGroups(name,mediationGroupId,displayName,mediationAbExperimentState,etag)';

/** Whether no variant was chosen yet. The state of a group says nothing of an experiment that has ended; its etag does. */
export const hasOpenExperiment = ({
  mediationAbExperimentState: state,
  etag = '',
}: MediationGroup): boolean => state === 'RUNNING' || etag.includes('-ended');

/** The state of the experiment of a group that has an open one, also before it is read. */
export const stateInGroup = (
  { mediationAbExperimentState: state }: MediationGroup,
  experiments: readonly MediationAbExperiment[],
): ShownState => (state !== 'RUNNING' || experiments.some(isToDecide) ? 'ENDED' : 'RUNNING');

const order = (one: ExperimentOfGroup, other: ExperimentOfGroup) =>
  Number(isOpen(other)) - Number(isOpen(one)) ||
  Date.parse(other.experiment.endTime ?? '') - Date.parse(one.experiment.endTime ?? '');

/** The experiments of an account: those that are open, then those that ended last. */
export async function experimentsOf(
  account: Pick<LiveAccount, 'groups' | 'experiments'>,
): Promise<readonly ExperimentOfGroup[]> {
  const groups = await account.groups({ fields: FIELDS });
  const some = groups.toSorted(
    (one, other) => Number(hasOpenExperiment(other)) - Number(hasOpenExperiment(one)),
  );
  const all: ExperimentOfGroup[] = [];
  for (const group of some.slice(0, MOST_GROUPS))
    for (const experiment of await account.experiments(group.name ?? '')) all.push({ group, experiment });
  return all.toSorted(order);
}

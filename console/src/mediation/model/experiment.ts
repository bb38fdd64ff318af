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

/** Whether a person can choose a variant now: one leads, or the time is over. */
export const isToDecide = ({ state, variantLeader }: MediationAbExperiment): boolean =>
  state === 'ENDED' ||
  (state === 'RUNNING' && (variantLeader === 'CONTROL' || variantLeader === 'TREATMENT'));

/** An experiment with its group. */
export interface OfGroup {
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
}

/** Whether nobody has decided yet. */
export const isOpen = ({ experiment: { state } }: OfGroup) => state === 'RUNNING' || state === 'ENDED';

/** Groups whose experiments are read; those in which one is open come first. */
const MOST_GROUPS = 20;

const FIELDS =
  'nextPageToken,mediationGroups(name,mediationGroupId,displayName,mediationAbExperimentState,etag)';

/** A group in which one has ended does not run one, but its etag says so. */
const mayBeOpen = ({ mediationAbExperimentState: state, etag = '' }: MediationGroup) =>
  state === 'RUNNING' || etag.includes('-ended');

const order = (one: OfGroup, other: OfGroup) =>
  Number(isOpen(other)) - Number(isOpen(one)) ||
  Date.parse(other.experiment.endTime ?? '') - Date.parse(one.experiment.endTime ?? '');

/** The experiments of an account: those that are open, then those that ended last. */
export async function experimentsOf(
  account: Pick<LiveAccount, 'groups' | 'experiments'>,
): Promise<readonly OfGroup[]> {
  const groups = await account.groups({ fields: FIELDS });
  const some = groups.toSorted((one, other) => Number(mayBeOpen(other)) - Number(mayBeOpen(one)));
  const all: OfGroup[] = [];
  for (const group of some.slice(0, MOST_GROUPS))
    for (const experiment of await account.experiments(group.name ?? '')) all.push({ group, experiment });
  return all.toSorted(order);
}

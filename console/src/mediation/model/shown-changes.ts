import type { Change } from '../api.ts';

/** A change of a group that started or stopped experiments has those experiments, the started one first. */
export interface ShownChange extends Change {
  readonly experiments: readonly Change[];
}

export const isExperiment = ({ resource }: Change): boolean => resource.includes('/mediationAbExperiments/');

const isOf = (experiment: Change, { requestId, resource }: Change) =>
  isExperiment(experiment) &&
  experiment.requestId === requestId &&
  experiment.resource.startsWith(`${resource}/`);

const byStart = (one: Change, other: Change) =>
  Number(one.before !== undefined) - Number(other.before !== undefined);

/**
 * Who starts or stops an experiment changes the experiment and its group in one request. It is shown once, with the group, which
 * has the lines. The experiment is shown alone if its group is not among the changes.
 */
export const shownChanges = (changes: readonly Change[]): readonly ShownChange[] =>
  changes
    .filter((one) => !changes.some((other) => isOf(one, other)))
    .map((one) => ({ ...one, experiments: changes.filter((other) => isOf(other, one)).toSorted(byStart) }));

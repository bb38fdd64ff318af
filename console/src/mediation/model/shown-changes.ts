import type { Change } from '../api.ts';

/** A change of a group that started or stopped an experiment has that experiment. */
export interface ShownChange extends Change {
  readonly experiment?: Change | undefined;
}

export const isGroup = (resource: string): boolean => /\/mediationGroups\/\d+$/.test(resource);

const isExperiment = ({ resource }: Change) => resource.includes('/mediationAbExperiments/');

/**
 * Who starts or stops an experiment changes the experiment and its group in one request. It is shown once, with the group, which
 * has the lines. In the list of one experiment there is no group.
 */
export function shownChanges(changes: readonly Change[], resource?: string): readonly ShownChange[] {
  const experiments = changes.filter(isExperiment);
  const own = experiments.filter((one) => one.resource === resource);
  const others = changes.filter((one) => !isExperiment(one));
  const experimentOf = ({ requestId, resource: group }: Change) => {
    const found = experiments.filter(
      (one) => one.requestId === requestId && one.resource.startsWith(`${group}/`),
    );
    // The start of one can end the one before it.
    return found.find(({ before }) => before === undefined) ?? found[0];
  };
  return [...own, ...others.map((one) => ({ ...one, experiment: experimentOf(one) }))];
}

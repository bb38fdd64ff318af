import { type LookNeeds, lookDeps, withFirstFigures } from '../experiment/look.ts';
import { analysedView } from '../experiment/view.ts';
import type { Operation } from '../operation.ts';
import { experimentOf } from '../refusals.ts';

export const getMediationAbExperiment: Operation<
  'accounts.mediationGroups.mediationAbExperiments.get',
  LookNeeds
> = (deps) => async (request) => {
  const { store, clock, policy } = deps;
  const { experimentId } = request;
  const stored = await store.read((reader) => experimentOf(reader, request, experimentId));
  const now = clock();
  const experiment = await withFirstFigures(lookDeps(deps), stored, now);
  return analysedView(experiment, now, { extensions: policy.groupExtensions });
};

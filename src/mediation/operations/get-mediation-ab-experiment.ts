import { analysedView } from '../experiment/view.ts';
import type { Operation } from '../operation.ts';
import { experimentOf } from '../refusals.ts';

export const getMediationAbExperiment: Operation<
  'accounts.mediationGroups.mediationAbExperiments.get',
  'store' | 'clock' | 'policy'
> =
  ({ store, clock, policy }) =>
  async (request) => {
    const { experimentId } = request;
    const experiment = await store.read((reader) => experimentOf(reader, request, experimentId));
    return analysedView(experiment, clock(), { extensions: policy.groupExtensions });
  };

import { StatusError } from '../../conventions/index.ts';
import { archived } from '../group/archive.ts';
import { changedGroup } from '../group/change.ts';
import { type Operation, planned } from '../operation.ts';

const openExperiment = () =>
  new StatusError(
    'EXPERIMENT_RUNNING',
    'The mediation group has an experiment that was not stopped; stop it before archiving the group.',
  );

/** Does nothing to a group that is archived already. */
export const archiveMediationGroup: Operation<'accounts.mediationGroups.archive', 'store' | 'clock'> =
  (deps) => (request) =>
    planned(deps, request, (reader) =>
      changedGroup(reader, request, deps.clock(), (group, at) => {
        if (group.openExperiment) throw openExperiment();
        return group.archivedAt === undefined ? archived(group, at) : group;
      }),
    );

import { archiveGroup } from '../group/archive.ts';
import { changedGroup, checkNoExperiment } from '../group/change.ts';
import { type Operation, planned } from '../operation.ts';

/** Does nothing to a group that is archived already. */
export const archiveMediationGroup: Operation<'accounts.mediationGroups.archive', 'store' | 'clock'> =
  (deps) => (request) =>
    planned(deps, request, (reader) =>
      changedGroup(reader, request, deps.clock(), (group, at) => {
        checkNoExperiment(group, 'archiving the group');
        return group.archivedAt === undefined ? archiveGroup(group, at) : group;
      }),
    );

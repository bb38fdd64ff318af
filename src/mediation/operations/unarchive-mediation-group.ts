import { unarchiveGroup } from '../group/archive.ts';
import { changedGroup } from '../group/change.ts';
import { type Operation, planned } from '../operation.ts';

/** Does nothing to a group that is not archived. */
export const unarchiveMediationGroup: Operation<'accounts.mediationGroups.unarchive', 'store' | 'clock'> =
  (deps) => (request) =>
    planned(deps, request, (reader) =>
      changedGroup(reader, request, deps.clock(), (group, at) =>
        group.archivedAt === undefined ? group : unarchiveGroup(group, at),
      ),
    );

import { differences } from '../group/differences.ts';
import { groupAt } from '../group/revision.ts';
import type { Operation } from '../operation.ts';
import { groupOf } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';

/** Revision 0 is the group before it was created: nothing. */
export const diffMediationGroup: Operation<'accounts.mediationGroups.diff', 'store' | 'clock'> =
  ({ store, clock }) =>
  (request) =>
    store.read(async (reader) => {
      const group = await groupOf(reader, request);
      const to = request.query.to || group.revision;
      const from = request.query.from || to - 1;
      const now = clock();
      const after = await groupAt(reader, group, to, now);
      const before = from === 0 ? {} : await groupAt(reader, group, from, now);
      return { ...(from > 0 && { from }), to, ...listed('differences', differences(before, after)) };
    });

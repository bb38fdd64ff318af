import { expectEqual, requirePresent } from '../narrator.ts';
import type { DemoSession, KeptGroup } from './api.ts';
import { lineTable } from './groups.ts';

/** Gives the group the content that it had before the experiment. */
export async function rollBack({ tell, api }: DemoSession, before: KeptGroup): Promise<void> {
  tell.step('ironSource ends its offer: she looks into the history, and rolls back');
  const on = before.name;
  const { revisions = [] } = await api.call('accounts.mediationGroups.history', { on });
  const last = requirePresent(revisions[0]?.revision, 'the last revision');
  const revision = Number(before.etag.replaceAll('"', ''));
  const { differences = [] } = await api.call('accounts.mediationGroups.diff', {
    on,
    query: { from: revision, to: last },
  });
  tell.result(`revision ${last} differs from revision ${revision} in ${differences.length} members`);
  const body = { revision };
  const group = await api.call('accounts.mediationGroups.rollback', { on, body });
  const ids = (of: KeptGroup) => Object.keys(of.mediationGroupLines).toSorted();
  expectEqual(ids(group as KeptGroup), ids(before), 'the ids of the lines');
  tell.show(lineTable(group));
  tell.result('the lines are back with their ids, so their statistics go on');
}

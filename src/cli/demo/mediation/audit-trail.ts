import { callAdmin } from '../../admin/client.ts';
import { table } from '../../output.ts';
import { distinct, expectEqual } from '../outcome.ts';
import type { Person } from './account.ts';
import type { Desk, KeptGroup } from './desk.ts';

/** Without the resources above: the table is wide enough. */
const method = (id: string) => id.split('.').slice(-2).join('.');

/** Who changed what and when. */
export async function readTrail(
  { tell, operator, account }: Desk,
  group: KeptGroup,
  { userId }: Person,
): Promise<void> {
  tell.step('The operator reads in the audit trail what happened to the group');
  const [, id = ''] = account.split('/');
  const { changes } = await callAdmin(operator, 'listChanges', { id, resource: group.name });
  const rows = changes.map(({ time, subject, method: called, before }) => [
    time.slice(11, 23),
    subject,
    method(called),
    before ? 'changed' : 'created',
  ]);
  expectEqual(distinct(changes.map(({ subject }) => subject)), [userId], 'people who changed the group');
  tell.show(table(['time', 'who', 'method', 'group'], rows));
  tell.result('each with the group as it was before and after; dry runs and refusals changed nothing');
}

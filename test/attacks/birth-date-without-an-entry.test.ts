import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { newOperator } from '../support/operator.ts';
import { mdl } from '../support/records.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

/** An operator tries values in a dry run, which names the elements that differ. */
it('a check that compares a stored record is a look: each has an entry in the audit log', async () => {
  const record = (birth_date: string) => ({ id: 'h-1', elements: mdl({ birth_date }) });
  await world().admin('importHolders', { holders: [record('1990-01-31')] });
  const eve = await newOperator(world(), 'operator', 'eve');
  const guess = (date: string) => callAdmin(eve.connection, 'checkHolders', { holders: [record(date)] });
  expect((await guess('1990-01-30')).holders[0]?.changedElements).not.toEqual([]);
  expect((await guess('1990-01-31')).holders[0]?.changedElements).toEqual([]);
  const { events } = await world().admin('listEvents', { subjectId: 'h-1', event: 'view' });
  expect(events).toMatchObject(Array(2).fill({ operatorId: eve.id, method: 'checkHolders' }));
  // Nothing is learned from a record that is not stored, or that is refused.
  await callAdmin(eve.connection, 'checkHolders', { holders: [{ ...record('1990-01-31'), id: 'h-2' }] });
  await callAdmin(eve.connection, 'checkHolders', { holders: [{ id: 'h-1', elements: {} }] });
  const after = await world().admin('listEvents', { event: 'view' });
  expect(after.events).toHaveLength(2);
});

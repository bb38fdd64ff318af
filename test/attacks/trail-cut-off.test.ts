import { rmSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { execute, rows } from '../support/database.ts';
import { ALARMED, alarmsOf, QUIET, sealLines, verifyEvents } from '../support/seals.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { startWorld } from '../support/world.ts';

/**
 * An attacker with access to the database deletes the last events and their seals. The remaining seals are
 * genuine.
 */
const world = useWorld();
let head = '';

beforeAll(async () => {
  for (let seal = 0; seal < 3; seal += 1) await sealLines(world());
  ({ head = '' } = await verifyEvents(world()));
  const { database } = world().server.context.folder;
  const [second] = rows(world(), 'select statement from trail_seal where seal_number = 2');
  const { lastChangeId } = JSON.parse(String(second?.statement)) as { readonly lastChangeId: string };
  execute(database, 'delete from trail_seal where seal_number = 3');
  execute(database, 'delete from state_change where change_id > ?', lastChangeId);
}, HOOK_TIMEOUT);

it('an audit log whose end was cut off is detected within the hour by the machine that sealed it, which stops sealing', async () => {
  const { seals, context } = world().server;
  world().advance(3_600_000);
  await seals.round(context.sealLog);
  expect(await alarmsOf(world())).toEqual(ALARMED);
  await expect(sealLines(world())).rejects.toThrow('cut off');
});

it('an audit log whose end was cut off is detected at the next start of that machine', async () => {
  const again = await startWorld({ folder: world().folder, startAt: world().now() });
  expect(await alarmsOf(again)).toEqual(ALARMED);
  await again.close();
});

it('an audit log whose end was cut off is not detected by a machine without seal.seen, only with a head that was kept elsewhere', async () => {
  rmSync(world().server.context.folder.sealSeen);
  const elsewhere = await startWorld({ folder: world().folder, startAt: world().now() });
  expect(await alarmsOf(elsewhere)).toEqual(QUIET);
  expect((await verifyEvents(elsewhere)).exit).toBe(0);
  expect((await verifyEvents(elsewhere, '--head', head)).problem?.text).toContain('cut off');
  await elsewhere.close();
});

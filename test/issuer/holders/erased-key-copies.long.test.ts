import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { type Erasable, filesIn, filesWith, plantCanaries } from '../../support/canaries.ts';
import { execute } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const folder = temporaryFolder('leftovers');
const database = join(folder, 'diptych.sqlite');

let world: World;

async function warnings(): Promise<readonly string[]> {
  const { findings } = await diagnose({ environment: {}, options: { data: folder } });
  return findings
    .filter(({ level, text }) => level === 'warning' && text.includes('left in unused'))
    .map(({ text }) => text);
}

/** Leaves rows in unused parts of pages, as page splits do now and then. */
function leaveParts(path: string, table: string): void {
  execute(path, `create table spare as select * from ${table}`);
  execute(path, `update spare set holder_id = holder_id || '-spare'`);
  execute(path, `insert into ${table} select * from spare`);
  execute(path, `delete from ${table} where holder_id like '%-spare'`);
  execute(path, 'drop table spare');
}

beforeAll(async () => {
  world = await startWorld({ folder });
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

it('no copy of the key of an erased holder is left in unused parts, so that nothing opens what they have', async () => {
  const folder = temporaryFolder('key-leftovers');
  const path = join(folder, 'diptych.sqlite');
  const world = await startWorld({ folder });
  const [one, other] = [await plantCanaries(world), await plantCanaries(world)];
  const startAt = world.now();
  await world.close();
  leaveParts(path, 'holder_key');
  const again = await startWorld({ folder, startAt });
  const copiesOf = ({ stored }: Erasable) => filesWith(filesIn(folder), [stored.wrapped.subarray(13, 45)]);
  await again.admin('eraseHolder', { id: one.holderId });
  expect(copiesOf(one)).toEqual([]);
  expect(copiesOf(other)).toEqual([path]);
  await again.admin('eraseHolder', { id: other.holderId });
  expect(copiesOf(other)).toEqual([]);
  await again.close();
});

it('if the process ended before that, doctor warns, and the next start does it', async () => {
  const startAt = world.now();
  await world.close();
  execute(database, 'pragma user_version = 1');
  expect(await warnings()).toHaveLength(1);
  world = await startWorld({ folder, startAt });
  await expect.poll(warnings).toEqual([]);
});

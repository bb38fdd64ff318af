import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diagnose } from '../../../src/server/doctor/index.ts';
import {
  type Erasable,
  filesIn,
  filesWith,
  filesWithCanaries,
  MARK,
  plantCanaries,
} from '../../support/canaries.ts';
import { execute, query } from '../../support/database.ts';
import { mdl } from '../../support/records.ts';
import { asBeforeEncryption } from '../../support/stored-holders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const folder = temporaryFolder('leftovers');
const database = join(folder, 'diptych.sqlite');

let world: World;
let person: Erasable;

const importHolders = (from: number, to: number) =>
  world.admin('importHolders', {
    holders: Array.from({ length: to - from }, (_, at) => ({
      id: `h-${from + at}`,
      elements: mdl({
        family_name: `${MARK} ${from + at}`,
        resident_address: 'x'.repeat(1 + ((at * 37) % 149)),
      }),
    })),
  });

async function encrypt(): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; )
    ({ last: after } = await world.admin('encryptHolders', { after: after || '-' }));
}

const found = () => filesWithCanaries(filesIn(folder), person);

async function warnings(): Promise<readonly string[]> {
  const { findings } = await diagnose({ environment: {}, options: { data: folder } });
  return findings
    .filter(({ level, text }) => level === 'warning' && text.includes('left in unused'))
    .map(({ text }) => text);
}

/**
 * Leaves unencrypted records in free pages and in unused parts of pages, as page splits do now and then, and as every deletion
 * did before the files were opened with `secure_delete`.
 */
function leaveParts(path = database, table = 'holder'): void {
  execute(path, `create table spare as select * from ${table}`);
  execute(path, `update spare set holder_id = holder_id || '-spare'`);
  execute(path, `insert into ${table} select * from spare`);
  execute(path, `delete from ${table} where holder_id like '%-spare'`);
  execute(path, 'drop table spare');
}

beforeAll(async () => {
  world = await startWorld({ folder });
  await importHolders(0, 90);
  person = await plantCanaries(world);
  await importHolders(90, 180);
  const { keys } = world.server.context.folder;
  const startAt = world.now();
  await world.close();
  asBeforeEncryption(database, keys, () => startAt);
  leaveParts();
  world = await startWorld({ folder, startAt });
  expect(found()).not.toEqual([]);
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

it('after diptych holders encrypt no file has unencrypted data, also in its unused parts', async () => {
  await encrypt();
  expect(found()).toEqual([]);
  expect(await warnings()).toEqual([]);
});

it('after the erasure of a holder who was not encrypted, neither', async () => {
  const folder = temporaryFolder('plain-leftovers');
  const path = join(folder, 'diptych.sqlite');
  const before = await startWorld({ folder });
  const one = await plantCanaries(before);
  const { keys } = before.server.context.folder;
  const startAt = before.now();
  await before.close();
  asBeforeEncryption(path, keys, () => startAt);
  leaveParts(path, 'holder');
  const plain = await startWorld({ folder, startAt });
  const left = () => filesWithCanaries(filesIn(folder), one);
  expect(left()).not.toEqual([]);
  await plain.admin('eraseHolder', { id: one.holderId });
  expect(left()).toEqual([]);
  await plain.close();
});

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

it('neither after changes and an erasure', async () => {
  await importHolders(0, 60);
  await world.admin('eraseHolder', { id: person.holderId });
  expect(found()).toEqual([]);
});

it('other changes wait while the file is rewritten, and none is lost', async () => {
  const rewritten = encrypt();
  const ids = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const id = `beside-${at}`;
      await world.admin('importHolders', { holders: [{ id, elements: mdl() }] });
      return id;
    }),
  );
  await rewritten;
  expect(query(database, `select holder_id from holder where holder_id like 'beside-%'`)).toHaveLength(
    ids.length,
  );
});

it('if the process ended before that, doctor warns, and the next start does it', async () => {
  const startAt = world.now();
  await world.close();
  execute(database, 'pragma user_version = 1');
  expect(await warnings()).toHaveLength(1);
  world = await startWorld({ folder, startAt });
  await expect.poll(warnings).toEqual([]);
});
